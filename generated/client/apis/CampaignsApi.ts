/* tslint:disable */
/* eslint-disable */
/**
 * Postseal API
 * Postseal accepts transactional messages over HTTPS, delivers them over SMTP and records what became of every recipient.  This is version 1. It takes backward-compatible additions only, and what ends is announced: see \"Deprecation\". What would break a client needs version 2, under a path of its own.  The service has versions as well, such as 0.2.0, which `postseal --version` prints. Each operation and each event names the first of them that has it: in the OpenAPI file by `x-since`. An earlier service does not know it. What names a version that is not released yet, as in the file of a build between two releases, may still change until it is.  ## Conventions  - **JSON** in `snake_case`. Timestamps are RFC 3339 in UTC with milliseconds. Clients must tolerate fields   and enum values they do not know: version 1 takes backward-compatible additions. - **Ids** are TypeIDs: a prefix that names the resource, an underscore and a UUIDv7 in base32, so ids of   one kind sort by the time they were made. - **Addresses** compare case-insensitively. The domain is stored in lower case, the local part is delivered   as it was given. - **Lists** answer `{data, has_more, next_cursor}`, newest first, and `window` where a retention window   applies. Every list takes `limit`, `since`, `until` and `cursor`. `limit` is 1 to 100 and 25 by default;   `since` is inclusive and `until` exclusive. A cursor is opaque and stays valid while rows are added: no   row comes twice and none is missed. - **Retention**: messages, their logs and what else has a retention window (30 days by default) are not   read past it. `since` of such a list is clamped, and `window` in the reply says which span was searched. - **Errors** are always `{error: {code, message, request_id, details}}`. `code` is stable; `message` is for   people and may change. When a request fails validation, `details` lists up to 20 mistakes at once. - **Paths** are case-sensitive and have no trailing slash. Numbers in a query are decimal integers. - **Caching**: every reply has `Cache-Control: no-store`. - **Bodies** are JSON in UTF-8 (RFC 8259); a byte order mark is ignored. Invalid UTF-8, invalid JSON and a duplicate   name in an object return 400 `malformed_request`. Any other `charset` returns 415. A request with two   `Authorization`, `Content-Type`, `Host` or `Idempotency-Key` headers also returns 400. - **Request-Id** is on every reply. Quote it when you ask for help.  ## Credentials  Send `Authorization: Bearer <credential>`. A credential is a **project key** (`pk_live_…`, `pk_test_…`), a **workspace key** (`wk_…`) or a **workspace session** (a signed token for a person). Each operation lists the kinds it takes; for keys the strings beside the kind are scopes and all of them are needed, for a session the string is the least role (`member`, `admin`, `owner`) that will do. Keys belong on a server, never in a browser or an app.  A project is `live` or `test`. What a test project sends goes to the bundled sink, whatever transport the service uses otherwise.  ## Idempotency  Every mutation takes an `Idempotency-Key` header, except signing in. Repeating a request with the same key and the same body returns the first reply again, with `Idempotent-Replayed: true`, and has no further effect. A different body under the same key returns 409 `idempotency_conflict`. An error reply releases its key.  A reply with a secret (`createApiKey`, `upsertWebhook`, `updateWebhook`, `rotateWebhookSecret`) comes again with the secret within 10 minutes of the first reply, so that a lost reply loses no secret. Later, `secret` is null.  Keys are kept for 24 hours. A key belongs to a workspace, a project and an operation. For a send or a batch item, the project is the `project_id` in the body, so a project key and a workspace key that send the same message send it once. For any other operation, a batch as a whole included, it is the credential\'s project. The keys of a batch, of its items and of single sends are independent: the same text may be used for each.  The service checks a repeated request against the restrictions of its own credential first: scopes, expiry and address range, and for a send also project, environment and sender domain. Later changes in the workspace do not matter: the first reply is returned even if the workspace has been halted, the domain is no longer verified or the address is now suppressed. If the first request\'s credential had more permissions than the credential of the repeated request, the service treats the repeated request as new: it returns the error that a new request would get, or else 409 `idempotency_conflict`, and has no effect.  ## Receiving webhooks  A subscription has its events sent by `POST` as soon as they are recorded. The body is the event as canonical JSON (RFC 8785), signed by `Service-Signature`: verify it over the bytes as they came, before you parse them. The fields `webhook-id`, `webhook-timestamp` and `webhook-signature` are for libraries of [Standard Webhooks](https://www.standardwebhooks.com). Answer 2xx within 15 seconds, once the event is durably yours. Anything else is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, each up to 20 per cent sooner or later; a `Retry-After` is kept to, up to twice the wait. Redirects are failures; 410 disables the subscription at once. Then the delivery is a dead letter, which can be replayed. An event may come more than once, under the same id, and in no particular order.  ## Clients  The package `postseal` is the client, for TypeScript and for Python: each operation\'s samples show its method. It repeats what failed for now, under the same idempotency key, and follows `next_cursor` for you. `verifyWebhook` of `postseal/webhooks`, in Python `verify_webhook` of `postseal.webhooks`, returns an event once its signature is right.  ## Deprecation  What is to end is marked as deprecated here, with the day since when (`x-deprecated-since`) and the day until which it works at the least (`x-sunset`), 180 days later or more; the changelog has a line about it. Only security or law may end something sooner; the changelog then says why. Every reply of such an operation says so too, in `Deprecation: @<unix seconds>` (RFC 9745), `Sunset: <date>` (RFC 8594) and a `Link` to where it is described.  ## Limits  | Limit | Value | | --- | --- | | Body of a request, decoded | 10 MB | | Nesting of a JSON body | 100 levels | | Structural characters of a JSON body, `{}[]:,` outside of strings | 250,000 | | Recipients of a message, `to`, `cc` and `bcc` together | 50 | | Items of a batch | 1 to 100 | | `scheduled_at` | up to 30 days ahead | | Idempotency keys | kept for 24 hours | | Webhook subscriptions of a workspace | 100 | | Webhook receivers of a workspace | 5, each for 7 days | | Requests that a webhook receiver keeps | the last 50 | | Requests to a webhook receiver | 120 a minute, of up to 1 MB | | `limit` of a list | 1 to 100, 25 by default | | Domains of a workspace | 1,000 | | DNS checks of a workspace | 10 a minute | | File of a suppression import, after decompression | 10 MB | | Lines of a suppression import | 1,000,000 | | File of a contact import, after decompression | 100 MB and 1,000,000 lines | | Imports of contacts of a workspace that run at once | 10 | | Opt-in mails to an address for a list | one in 24 hours | | The link of an opt-in mail | works for 7 days | | Properties of a contact or an event | 100 | | Templates of a workspace | 1,000 | | Versions of a template | 500 | | Variables of a template | 50 | | Languages of a template, beside the default | 30 | | HTML or text of a template | 500 kB | | Variables of a send, as JSON | 64 kB | | Rendered HTML | 1 MB | | Rendered text | 200 kB | | Rendering a template | 1 second of CPU time | | Topics of a project | 50 | | Segments of a project | 200 | | Rule of a segment | 6 levels, 50 conditions, 10 of them about events or messages | | `scheduled_at` of a campaign | up to a year ahead | | Test mails of campaigns of a workspace | 20 an hour | | Campaigns of a workspace that send at once | 20 | | Automations of a project | 200 | | Versions of an automation | 500 | | Steps of an automation | 100, 5 levels deep | | Waits of an automation | up to 365 days | | Runs of a contact in an automation | 10 in 24 hours | | Events that steps record in a row | 5 | | Failed runs that are retried at once | 10,000 | | Inbound routes of a workspace | 500 | | An inbound message | 25 MiB | | Retained inbound messages of a workspace | 1 GiB | | Inbound messages by one sender | 60 a minute | | Inbound messages of a route | 600 a minute | | Links to an inbound message | work for 7 days | | Invitations by mail of a workspace | 100 an hour | | Sign-in link | works once, for 15 minutes | | Sign-in mails to an address | 3 in 15 minutes | | Sign-ins from a client address | 10 in 15 minutes | | Challenge of a passkey | works once, for 5 minutes | | Passkeys of a user | 20 | | Session | 7 days after its last use, 30 days in all | | Users of a workspace | 1,000 | | Messages that are cancelled at once | 100 | | `wait` of followed events | up to 30 seconds, 100 requests of a workspace at the same time, 25 with the same credential | | Statistics in a reply | 31 days by the hour, 400 days by the day, 100 groups |  Sends are limited for each workspace and all other requests for each credential; the operator sets how many. Every reply to a known credential says what is left in `RateLimit` and `RateLimit-Policy`. A batch counts as many sends as it has items.  A request beyond a limit of its workspace, credential or address returns 429 `rate_limited`. A request that the service has no capacity for, whoever sends it, returns 503 `unavailable`. Both have `Retry-After`, and so has 409 `idempotency_in_progress`: wait for so many seconds, then repeat the request with the same `Idempotency-Key`.  A body that is nested too deeply returns 422 `validation_failed`. A body that exceeds another limit on size or structure returns 413 `payload_too_large`. The service limits how many bytes of request bodies it holds at once: a request beyond that limit, or one that does not arrive within a minute, returns 503 `unavailable` with `Retry-After`. 
 *
 * The version of the OpenAPI document: 1.0.0
 * 
 *
 * NOTE: This class is auto generated by OpenAPI Generator (https://openapi-generator.tech).
 * https://openapi-generator.tech
 * Do not edit the class manually.
 */

import * as runtime from '../runtime.js';
import type {
    Campaign,
    CampaignCheck,
    CampaignList,
    CampaignPreview,
    CampaignRecipientList,
    CampaignRecipientStatus,
    CampaignStats,
    CampaignStatus,
    CampaignTest,
    CreateCampaignRequest,
    PausedCampaign,
    PreviewCampaignRequest,
    RetriedCampaign,
    ScheduleCampaignRequest,
    TestCampaignRequest,
    UpdateCampaignRequest,
} from '../models/index.js';

export interface CancelCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface CheckCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
}

export interface CreateCampaignOperationRequest {
    /**
     * 
     */
    CreateCampaignRequest: CreateCampaignRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface DeleteCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ListCampaignRecipientsRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * The max number of rows to return.
     */
    limit?: number | undefined;
    /**
     * Only recipients whose contact was created at or after this time, by `contact_created_at`.
     */
    since?: string | undefined;
    /**
     * Only recipients whose contact was created before this time, by `contact_created_at`.
     */
    until?: string | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
    /**
     * Only recipients with this status.
     */
    status?: CampaignRecipientStatus | undefined;
    /**
     * Only recipients with one of these statuses, by repeating the parameter. Not together with `status`.
     */
    statuses?: ReadonlyArray<CampaignRecipientStatus> | undefined;
}

export interface ListCampaignsRequest {
    /**
     * The max number of rows to return.
     */
    limit?: number | undefined;
    /**
     * Only what was created at or after this time.
     */
    since?: string | undefined;
    /**
     * Only what was created before this time.
     */
    until?: string | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
    /**
     * Only those of this project.
     */
    project_id?: string | undefined;
    /**
     * Only campaigns with this status.
     */
    status?: CampaignStatus | undefined;
    /**
     * Only campaigns with one of these statuses, by repeating the parameter. Not together with `status`.
     */
    statuses?: ReadonlyArray<CampaignStatus> | undefined;
}

export interface PauseCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface PreviewCampaignOperationRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * 
     */
    PreviewCampaignRequest?: PreviewCampaignRequest | undefined;
}

export interface ResumeCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RetrieveCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
}

export interface RetrieveCampaignStatsRequest {
    /**
     * A campaign's id.
     */
    id: string;
}

export interface RetryCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ScheduleCampaignOperationRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
    /**
     * 
     */
    ScheduleCampaignRequest?: ScheduleCampaignRequest | undefined;
}

export interface TestCampaignOperationRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * 
     */
    TestCampaignRequest: TestCampaignRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UnscheduleCampaignRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UpdateCampaignOperationRequest {
    /**
     * A campaign's id.
     */
    id: string;
    /**
     * 
     */
    UpdateCampaignRequest: UpdateCampaignRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

/**
 * 
 */
export class CampaignsApi extends runtime.BaseAPI {

    /**
     * Creates request options for cancelCampaign without sending the request
     */
    async cancelCampaignRequestOpts(requestParameters: CancelCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling cancelCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/cancel`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Sends nothing more of it, ever. Mail that is being delivered is finished: `in_flight` says how much. The rest is `cancelled`. 
     * Cancel a campaign
     */
    async cancelCampaignRaw(requestParameters: CancelCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<PausedCampaign>> {
        const requestOptions = await this.cancelCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Sends nothing more of it, ever. Mail that is being delivered is finished: `in_flight` says how much. The rest is `cancelled`. 
     * Cancel a campaign
     */
    async cancelCampaign(requestParameters: CancelCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<PausedCampaign> {
        const response = await this.cancelCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for checkCampaign without sending the request
     */
    async checkCampaignRequestOpts(requestParameters: CheckCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling checkCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/check`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * What scheduling it would find now: the first problem that keeps it from being scheduled, and how many contacts of the project would get its mail, and why the others would not. Nothing is stored and nothing is sent. 
     * Check a campaign
     */
    async checkCampaignRaw(requestParameters: CheckCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CampaignCheck>> {
        const requestOptions = await this.checkCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * What scheduling it would find now: the first problem that keeps it from being scheduled, and how many contacts of the project would get its mail, and why the others would not. Nothing is stored and nothing is sent. 
     * Check a campaign
     */
    async checkCampaign(requestParameters: CheckCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CampaignCheck> {
        const response = await this.checkCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for createCampaign without sending the request
     */
    async createCampaignRequestOpts(requestParameters: CreateCampaignOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['CreateCampaignRequest'] == null) {
            throw new runtime.RequiredError(
                'CreateCampaignRequest',
                'Required parameter "CreateCampaignRequest" was null or undefined when calling createCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        headerParameters['Content-Type'] = 'application/json';

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['CreateCampaignRequest'],
        };
    }

    /**
     * Makes a draft. Nothing is sent before it is scheduled.
     * Create a campaign
     */
    async createCampaignRaw(requestParameters: CreateCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Campaign>> {
        const requestOptions = await this.createCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Makes a draft. Nothing is sent before it is scheduled.
     * Create a campaign
     */
    async createCampaign(requestParameters: CreateCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Campaign> {
        const response = await this.createCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for deleteCampaign without sending the request
     */
    async deleteCampaignRequestOpts(requestParameters: DeleteCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling deleteCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'DELETE',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Deletes a draft, or a campaign that was sent or cancelled, with its list of recipients. Its messages stay. 409 `invalid_state` otherwise. 
     * Delete a campaign
     */
    async deleteCampaignRaw(requestParameters: DeleteCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<void>> {
        const requestOptions = await this.deleteCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.VoidApiResponse(response);
    }

    /**
     * Deletes a draft, or a campaign that was sent or cancelled, with its list of recipients. Its messages stay. 409 `invalid_state` otherwise. 
     * Delete a campaign
     */
    async deleteCampaign(requestParameters: DeleteCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<void> {
        await this.deleteCampaignRaw(requestParameters, initOverrides);
    }

    /**
     * Creates request options for listCampaignRecipients without sending the request
     */
    async listCampaignRecipientsRequestOpts(requestParameters: ListCampaignRecipientsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listCampaignRecipients().'
            );
        }

        const queryParameters: any = {};

        if (requestParameters['limit'] != null) {
            queryParameters['limit'] = requestParameters['limit'];
        }

        if (requestParameters['since'] != null) {
            queryParameters['since'] = requestParameters['since'];
        }

        if (requestParameters['until'] != null) {
            queryParameters['until'] = requestParameters['until'];
        }

        if (requestParameters['cursor'] != null) {
            queryParameters['cursor'] = requestParameters['cursor'];
        }

        if (requestParameters['status'] != null) {
            queryParameters['status'] = requestParameters['status'];
        }

        if (requestParameters['statuses'] != null) {
            queryParameters['statuses'] = requestParameters['statuses'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/recipients`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The recipients, the newest contacts first, with what became of each. A page looks through a bounded number of recipients: it may hold fewer than `limit`, or none, while `has_more` says that there are more to look through. 
     * List the recipients of a campaign
     */
    async listCampaignRecipientsRaw(requestParameters: ListCampaignRecipientsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CampaignRecipientList>> {
        const requestOptions = await this.listCampaignRecipientsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The recipients, the newest contacts first, with what became of each. A page looks through a bounded number of recipients: it may hold fewer than `limit`, or none, while `has_more` says that there are more to look through. 
     * List the recipients of a campaign
     */
    async listCampaignRecipients(requestParameters: ListCampaignRecipientsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CampaignRecipientList> {
        const response = await this.listCampaignRecipientsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listCampaigns without sending the request
     */
    async listCampaignsRequestOpts(requestParameters: ListCampaignsRequest): Promise<runtime.RequestOpts> {
        const queryParameters: any = {};

        if (requestParameters['limit'] != null) {
            queryParameters['limit'] = requestParameters['limit'];
        }

        if (requestParameters['since'] != null) {
            queryParameters['since'] = requestParameters['since'];
        }

        if (requestParameters['until'] != null) {
            queryParameters['until'] = requestParameters['until'];
        }

        if (requestParameters['cursor'] != null) {
            queryParameters['cursor'] = requestParameters['cursor'];
        }

        if (requestParameters['project_id'] != null) {
            queryParameters['project_id'] = requestParameters['project_id'];
        }

        if (requestParameters['status'] != null) {
            queryParameters['status'] = requestParameters['status'];
        }

        if (requestParameters['statuses'] != null) {
            queryParameters['statuses'] = requestParameters['statuses'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The campaigns of the workspace, newest first.
     * List campaigns
     */
    async listCampaignsRaw(requestParameters: ListCampaignsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CampaignList>> {
        const requestOptions = await this.listCampaignsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The campaigns of the workspace, newest first.
     * List campaigns
     */
    async listCampaigns(requestParameters: ListCampaignsRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CampaignList> {
        const response = await this.listCampaignsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for pauseCampaign without sending the request
     */
    async pauseCampaignRequestOpts(requestParameters: PauseCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling pauseCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/pause`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Sends nothing more of it until it is resumed. Mail that is being delivered is finished: `in_flight` says how much. 
     * Pause a campaign
     */
    async pauseCampaignRaw(requestParameters: PauseCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<PausedCampaign>> {
        const requestOptions = await this.pauseCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Sends nothing more of it until it is resumed. Mail that is being delivered is finished: `in_flight` says how much. 
     * Pause a campaign
     */
    async pauseCampaign(requestParameters: PauseCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<PausedCampaign> {
        const response = await this.pauseCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for previewCampaign without sending the request
     */
    async previewCampaignRequestOpts(requestParameters: PreviewCampaignOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling previewCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        headerParameters['Content-Type'] = 'application/json';

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/preview`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['PreviewCampaignRequest'],
        };
    }

    /**
     * Renders the mail for a contact as it would be sent, says whether the contact gets it, and which part of rule, consent or suppression decides. 
     * Preview a campaign
     */
    async previewCampaignRaw(requestParameters: PreviewCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CampaignPreview>> {
        const requestOptions = await this.previewCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Renders the mail for a contact as it would be sent, says whether the contact gets it, and which part of rule, consent or suppression decides. 
     * Preview a campaign
     */
    async previewCampaign(requestParameters: PreviewCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CampaignPreview> {
        const response = await this.previewCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for resumeCampaign without sending the request
     */
    async resumeCampaignRequestOpts(requestParameters: ResumeCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling resumeCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/resume`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Goes on where it was paused. A campaign that missed its schedule starts now.
     * Resume a campaign
     */
    async resumeCampaignRaw(requestParameters: ResumeCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Campaign>> {
        const requestOptions = await this.resumeCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Goes on where it was paused. A campaign that missed its schedule starts now.
     * Resume a campaign
     */
    async resumeCampaign(requestParameters: ResumeCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Campaign> {
        const response = await this.resumeCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveCampaign without sending the request
     */
    async retrieveCampaignRequestOpts(requestParameters: RetrieveCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One campaign, and how far it is.
     * Retrieve a campaign
     */
    async retrieveCampaignRaw(requestParameters: RetrieveCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Campaign>> {
        const requestOptions = await this.retrieveCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One campaign, and how far it is.
     * Retrieve a campaign
     */
    async retrieveCampaign(requestParameters: RetrieveCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Campaign> {
        const response = await this.retrieveCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveCampaignStats without sending the request
     */
    async retrieveCampaignStatsRequestOpts(requestParameters: RetrieveCampaignStatsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveCampaignStats().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/stats`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * What became of the recipients: by status, by reason, by destination and over time. The figures are of one moment and add up. 
     * Retrieve the figures of a campaign
     */
    async retrieveCampaignStatsRaw(requestParameters: RetrieveCampaignStatsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CampaignStats>> {
        const requestOptions = await this.retrieveCampaignStatsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * What became of the recipients: by status, by reason, by destination and over time. The figures are of one moment and add up. 
     * Retrieve the figures of a campaign
     */
    async retrieveCampaignStats(requestParameters: RetrieveCampaignStatsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CampaignStats> {
        const response = await this.retrieveCampaignStatsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retryCampaign without sending the request
     */
    async retryCampaignRequestOpts(requestParameters: RetryCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retryCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/retry`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Tries the recipients again that failed before their mail was handed over: a variable was missing, or the mail could not be rendered. The campaign is `sending` again until they are done. 
     * Retry the failed recipients of a campaign
     */
    async retryCampaignRaw(requestParameters: RetryCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<RetriedCampaign>> {
        const requestOptions = await this.retryCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Tries the recipients again that failed before their mail was handed over: a variable was missing, or the mail could not be rendered. The campaign is `sending` again until they are done. 
     * Retry the failed recipients of a campaign
     */
    async retryCampaign(requestParameters: RetryCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<RetriedCampaign> {
        const response = await this.retryCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for scheduleCampaign without sending the request
     */
    async scheduleCampaignRequestOpts(requestParameters: ScheduleCampaignOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling scheduleCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        headerParameters['Content-Type'] = 'application/json';

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/schedule`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['ScheduleCampaignRequest'],
        };
    }

    /**
     * Has a draft start at `scheduled_at`, or now. It fixes the version of the template, checks sender, list and segments, and renders the mail of up to 100 contacts of the audience: HTML and text must show `unsubscribe_url`. A scheduled campaign gets another time. 409 `invalid_state` where the campaign or the rule of one of its segments was changed during these checks. 
     * Schedule a campaign
     */
    async scheduleCampaignRaw(requestParameters: ScheduleCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Campaign>> {
        const requestOptions = await this.scheduleCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Has a draft start at `scheduled_at`, or now. It fixes the version of the template, checks sender, list and segments, and renders the mail of up to 100 contacts of the audience: HTML and text must show `unsubscribe_url`. A scheduled campaign gets another time. 409 `invalid_state` where the campaign or the rule of one of its segments was changed during these checks. 
     * Schedule a campaign
     */
    async scheduleCampaign(requestParameters: ScheduleCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Campaign> {
        const response = await this.scheduleCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for testCampaign without sending the request
     */
    async testCampaignRequestOpts(requestParameters: TestCampaignOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling testCampaign().'
            );
        }

        if (requestParameters['TestCampaignRequest'] == null) {
            throw new runtime.RequiredError(
                'TestCampaignRequest',
                'Required parameter "TestCampaignRequest" was null or undefined when calling testCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        headerParameters['Content-Type'] = 'application/json';

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/test`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['TestCampaignRequest'],
        };
    }

    /**
     * Sends the mail to up to five addresses, as the contact would get it. Its link to unsubscribe works for nobody, and it does not count in the campaign. In a live project a member may send it to the addresses of the workspace\'s users only; other addresses need the role `admin`. 
     * Send a test of a campaign
     */
    async testCampaignRaw(requestParameters: TestCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CampaignTest>> {
        const requestOptions = await this.testCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Sends the mail to up to five addresses, as the contact would get it. Its link to unsubscribe works for nobody, and it does not count in the campaign. In a live project a member may send it to the addresses of the workspace\'s users only; other addresses need the role `admin`. 
     * Send a test of a campaign
     */
    async testCampaign(requestParameters: TestCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CampaignTest> {
        const response = await this.testCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for unscheduleCampaign without sending the request
     */
    async unscheduleCampaignRequestOpts(requestParameters: UnscheduleCampaignRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling unscheduleCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}/unschedule`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Makes a scheduled campaign a draft again.
     * Unschedule a campaign
     */
    async unscheduleCampaignRaw(requestParameters: UnscheduleCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Campaign>> {
        const requestOptions = await this.unscheduleCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Makes a scheduled campaign a draft again.
     * Unschedule a campaign
     */
    async unscheduleCampaign(requestParameters: UnscheduleCampaignRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Campaign> {
        const response = await this.unscheduleCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for updateCampaign without sending the request
     */
    async updateCampaignRequestOpts(requestParameters: UpdateCampaignOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling updateCampaign().'
            );
        }

        if (requestParameters['UpdateCampaignRequest'] == null) {
            throw new runtime.RequiredError(
                'UpdateCampaignRequest',
                'Required parameter "UpdateCampaignRequest" was null or undefined when calling updateCampaign().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        headerParameters['Content-Type'] = 'application/json';

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/campaigns/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'PATCH',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpdateCampaignRequest'],
        };
    }

    /**
     * Changes what the request names, while it is a draft or scheduled. While it is sending or paused, `rate_per_hour` alone can be changed; then it needs the role `admin`, as a change of what is scheduled does. 
     * Change a campaign
     */
    async updateCampaignRaw(requestParameters: UpdateCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Campaign>> {
        const requestOptions = await this.updateCampaignRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Changes what the request names, while it is a draft or scheduled. While it is sending or paused, `rate_per_hour` alone can be changed; then it needs the role `admin`, as a change of what is scheduled does. 
     * Change a campaign
     */
    async updateCampaign(requestParameters: UpdateCampaignOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Campaign> {
        const response = await this.updateCampaignRaw(requestParameters, initOverrides);
        return await response.value();
    }

}
