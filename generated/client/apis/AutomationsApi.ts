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
    Automation,
    AutomationList,
    AutomationRun,
    AutomationRunDetail,
    AutomationRunList,
    AutomationRunStatus,
    AutomationSimulation,
    AutomationStats,
    AutomationStatus,
    AutomationTriggered,
    AutomationVersion,
    AutomationVersionList,
    CreateAutomationRequest,
    CreateAutomationVersionRequest,
    PublishAutomationRequest,
    RetryAutomationRunsRequest,
    SimulateAutomationRequest,
    TriggerAutomationRequest,
    UpdateAutomationRequest,
} from '../models/index.js';

export interface ArchiveAutomationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface CancelAutomationRunRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * The id of one of its runs.
     */
    run_id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface CreateAutomationOperationRequest {
    /**
     * 
     */
    CreateAutomationRequest: CreateAutomationRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface CreateAutomationVersionOperationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * 
     */
    CreateAutomationVersionRequest: CreateAutomationVersionRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ListAutomationRunsRequest {
    /**
     * An automation's id.
     */
    id: string;
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
     * Only runs with this status.
     */
    status?: AutomationRunStatus | undefined;
    /**
     * Only runs with one of these statuses, by repeating the parameter. Not together with `status`.
     */
    statuses?: ReadonlyArray<AutomationRunStatus> | undefined;
    /**
     * Only those of this contact.
     */
    contact_id?: string | undefined;
}

export interface ListAutomationVersionsRequest {
    /**
     * An automation's id.
     */
    id: string;
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
}

export interface ListAutomationsRequest {
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
     * Only automations with this status.
     */
    status?: AutomationStatus | undefined;
    /**
     * Only automations with one of these statuses, by repeating the parameter. Not together with `status`.
     */
    statuses?: ReadonlyArray<AutomationStatus> | undefined;
}

export interface PauseAutomationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface PublishAutomationOperationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * 
     */
    PublishAutomationRequest: PublishAutomationRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ResumeAutomationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RetrieveAutomationRequest {
    /**
     * An automation's id.
     */
    id: string;
}

export interface RetrieveAutomationRunRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * The id of one of its runs.
     */
    run_id: string;
}

export interface RetrieveAutomationStatsRequest {
    /**
     * An automation's id.
     */
    id: string;
}

export interface RetrieveAutomationVersionRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * A version's number.
     */
    version: number;
}

export interface RetryAutomationRunRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * The id of one of its runs.
     */
    run_id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RetryAutomationRunsOperationRequest {
    /**
     * An automation's id.
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
    RetryAutomationRunsRequest?: RetryAutomationRunsRequest | undefined;
}

export interface SimulateAutomationOperationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * 
     */
    SimulateAutomationRequest: SimulateAutomationRequest;
}

export interface TriggerAutomationOperationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * 
     */
    TriggerAutomationRequest: TriggerAutomationRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UpdateAutomationOperationRequest {
    /**
     * An automation's id.
     */
    id: string;
    /**
     * 
     */
    UpdateAutomationRequest: UpdateAutomationRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

/**
 * 
 */
export class AutomationsApi extends runtime.BaseAPI {

    /**
     * Creates request options for archiveAutomation without sending the request
     */
    async archiveAutomationRequestOpts(requestParameters: ArchiveAutomationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling archiveAutomation().'
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

        let urlPath = `/v1/automations/{id}/archive`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Ends it for good: nothing starts any more, and its runs are cancelled, many of them in the background. 
     * Archive an automation
     */
    async archiveAutomationRaw(requestParameters: ArchiveAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.archiveAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Ends it for good: nothing starts any more, and its runs are cancelled, many of them in the background. 
     * Archive an automation
     */
    async archiveAutomation(requestParameters: ArchiveAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.archiveAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for cancelAutomationRun without sending the request
     */
    async cancelAutomationRunRequestOpts(requestParameters: CancelAutomationRunRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling cancelAutomationRun().'
            );
        }

        if (requestParameters['run_id'] == null) {
            throw new runtime.RequiredError(
                'run_id',
                'Required parameter "run_id" was null or undefined when calling cancelAutomationRun().'
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

        let urlPath = `/v1/automations/{id}/runs/{run_id}/cancel`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{run_id}', encodeURIComponent(String(requestParameters['run_id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Ends a run that has not ended. Mail that it has queued is still delivered. 
     * Cancel a run
     */
    async cancelAutomationRunRaw(requestParameters: CancelAutomationRunRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationRun>> {
        const requestOptions = await this.cancelAutomationRunRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Ends a run that has not ended. Mail that it has queued is still delivered. 
     * Cancel a run
     */
    async cancelAutomationRun(requestParameters: CancelAutomationRunRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationRun> {
        const response = await this.cancelAutomationRunRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for createAutomation without sending the request
     */
    async createAutomationRequestOpts(requestParameters: CreateAutomationOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['CreateAutomationRequest'] == null) {
            throw new runtime.RequiredError(
                'CreateAutomationRequest',
                'Required parameter "CreateAutomationRequest" was null or undefined when calling createAutomation().'
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

        let urlPath = `/v1/automations`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['CreateAutomationRequest'],
        };
    }

    /**
     * Makes a draft with its first version. Nothing starts before a version is published. 
     * Create an automation
     */
    async createAutomationRaw(requestParameters: CreateAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.createAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Makes a draft with its first version. Nothing starts before a version is published. 
     * Create an automation
     */
    async createAutomation(requestParameters: CreateAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.createAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for createAutomationVersion without sending the request
     */
    async createAutomationVersionRequestOpts(requestParameters: CreateAutomationVersionOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling createAutomationVersion().'
            );
        }

        if (requestParameters['CreateAutomationVersionRequest'] == null) {
            throw new runtime.RequiredError(
                'CreateAutomationVersionRequest',
                'Required parameter "CreateAutomationVersionRequest" was null or undefined when calling createAutomationVersion().'
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

        let urlPath = `/v1/automations/{id}/versions`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['CreateAutomationVersionRequest'],
        };
    }

    /**
     * Adds a version. It changes nothing before it is published. 
     * Create a version of an automation
     */
    async createAutomationVersionRaw(requestParameters: CreateAutomationVersionOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationVersion>> {
        const requestOptions = await this.createAutomationVersionRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Adds a version. It changes nothing before it is published. 
     * Create a version of an automation
     */
    async createAutomationVersion(requestParameters: CreateAutomationVersionOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationVersion> {
        const response = await this.createAutomationVersionRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listAutomationRuns without sending the request
     */
    async listAutomationRunsRequestOpts(requestParameters: ListAutomationRunsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listAutomationRuns().'
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

        if (requestParameters['contact_id'] != null) {
            queryParameters['contact_id'] = requestParameters['contact_id'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/automations/{id}/runs`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The runs, newest first, as far back as they are kept. 
     * List the runs of an automation
     */
    async listAutomationRunsRaw(requestParameters: ListAutomationRunsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationRunList>> {
        const requestOptions = await this.listAutomationRunsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The runs, newest first, as far back as they are kept. 
     * List the runs of an automation
     */
    async listAutomationRuns(requestParameters: ListAutomationRunsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationRunList> {
        const response = await this.listAutomationRunsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listAutomationVersions without sending the request
     */
    async listAutomationVersionsRequestOpts(requestParameters: ListAutomationVersionsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listAutomationVersions().'
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

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/automations/{id}/versions`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The versions, newest first. 
     * List the versions of an automation
     */
    async listAutomationVersionsRaw(requestParameters: ListAutomationVersionsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationVersionList>> {
        const requestOptions = await this.listAutomationVersionsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The versions, newest first. 
     * List the versions of an automation
     */
    async listAutomationVersions(requestParameters: ListAutomationVersionsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationVersionList> {
        const response = await this.listAutomationVersionsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listAutomations without sending the request
     */
    async listAutomationsRequestOpts(requestParameters: ListAutomationsRequest): Promise<runtime.RequestOpts> {
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

        let urlPath = `/v1/automations`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The automations of the workspace, newest first. 
     * List automations
     */
    async listAutomationsRaw(requestParameters: ListAutomationsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationList>> {
        const requestOptions = await this.listAutomationsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The automations of the workspace, newest first. 
     * List automations
     */
    async listAutomations(requestParameters: ListAutomationsRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationList> {
        const response = await this.listAutomationsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for pauseAutomation without sending the request
     */
    async pauseAutomationRequestOpts(requestParameters: PauseAutomationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling pauseAutomation().'
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

        let urlPath = `/v1/automations/{id}/pause`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Starts no runs until it is resumed: what would start one is ignored, and counted. Runs that are under way keep their place, and do nothing more. Mail that was queued is still delivered. 
     * Pause an automation
     */
    async pauseAutomationRaw(requestParameters: PauseAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.pauseAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Starts no runs until it is resumed: what would start one is ignored, and counted. Runs that are under way keep their place, and do nothing more. Mail that was queued is still delivered. 
     * Pause an automation
     */
    async pauseAutomation(requestParameters: PauseAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.pauseAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for publishAutomation without sending the request
     */
    async publishAutomationRequestOpts(requestParameters: PublishAutomationOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling publishAutomation().'
            );
        }

        if (requestParameters['PublishAutomationRequest'] == null) {
            throw new runtime.RequiredError(
                'PublishAutomationRequest',
                'Required parameter "PublishAutomationRequest" was null or undefined when calling publishAutomation().'
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

        let urlPath = `/v1/automations/{id}/publish`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['PublishAutomationRequest'],
        };
    }

    /**
     * New runs follow this version from now on; runs that are under way keep theirs. A draft becomes active. An older version is a roll-back. Publishing the published version changes nothing. Otherwise the event `automation.published` is recorded. 422 `validation_failed`, with JSON Pointers into the version, while something that it names is not there, a template that it sends without a version is not published, a mail has no sender that may send, or a mail that is not transactional does not show `unsubscribe_url` in its HTML and its text. 
     * Publish a version of an automation
     */
    async publishAutomationRaw(requestParameters: PublishAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.publishAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * New runs follow this version from now on; runs that are under way keep theirs. A draft becomes active. An older version is a roll-back. Publishing the published version changes nothing. Otherwise the event `automation.published` is recorded. 422 `validation_failed`, with JSON Pointers into the version, while something that it names is not there, a template that it sends without a version is not published, a mail has no sender that may send, or a mail that is not transactional does not show `unsubscribe_url` in its HTML and its text. 
     * Publish a version of an automation
     */
    async publishAutomation(requestParameters: PublishAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.publishAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for resumeAutomation without sending the request
     */
    async resumeAutomationRequestOpts(requestParameters: ResumeAutomationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling resumeAutomation().'
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

        let urlPath = `/v1/automations/{id}/resume`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Goes on with the runs that were held. Those whose wait ended meanwhile go on at once. 
     * Resume an automation
     */
    async resumeAutomationRaw(requestParameters: ResumeAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.resumeAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Goes on with the runs that were held. Those whose wait ended meanwhile go on at once. 
     * Resume an automation
     */
    async resumeAutomation(requestParameters: ResumeAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.resumeAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveAutomation without sending the request
     */
    async retrieveAutomationRequestOpts(requestParameters: RetrieveAutomationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveAutomation().'
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

        let urlPath = `/v1/automations/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One automation, without the content of its versions. 
     * Retrieve an automation
     */
    async retrieveAutomationRaw(requestParameters: RetrieveAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.retrieveAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One automation, without the content of its versions. 
     * Retrieve an automation
     */
    async retrieveAutomation(requestParameters: RetrieveAutomationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.retrieveAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveAutomationRun without sending the request
     */
    async retrieveAutomationRunRequestOpts(requestParameters: RetrieveAutomationRunRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveAutomationRun().'
            );
        }

        if (requestParameters['run_id'] == null) {
            throw new runtime.RequiredError(
                'run_id',
                'Required parameter "run_id" was null or undefined when calling retrieveAutomationRun().'
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

        let urlPath = `/v1/automations/{id}/runs/{run_id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{run_id}', encodeURIComponent(String(requestParameters['run_id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * A run with its steps. 
     * Retrieve a run
     */
    async retrieveAutomationRunRaw(requestParameters: RetrieveAutomationRunRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationRunDetail>> {
        const requestOptions = await this.retrieveAutomationRunRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * A run with its steps. 
     * Retrieve a run
     */
    async retrieveAutomationRun(requestParameters: RetrieveAutomationRunRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationRunDetail> {
        const response = await this.retrieveAutomationRunRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveAutomationStats without sending the request
     */
    async retrieveAutomationStatsRequestOpts(requestParameters: RetrieveAutomationStatsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveAutomationStats().'
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

        let urlPath = `/v1/automations/{id}/stats`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * How many runs there are and where they are. 
     * Retrieve the figures of an automation
     */
    async retrieveAutomationStatsRaw(requestParameters: RetrieveAutomationStatsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationStats>> {
        const requestOptions = await this.retrieveAutomationStatsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * How many runs there are and where they are. 
     * Retrieve the figures of an automation
     */
    async retrieveAutomationStats(requestParameters: RetrieveAutomationStatsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationStats> {
        const response = await this.retrieveAutomationStatsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveAutomationVersion without sending the request
     */
    async retrieveAutomationVersionRequestOpts(requestParameters: RetrieveAutomationVersionRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveAutomationVersion().'
            );
        }

        if (requestParameters['version'] == null) {
            throw new runtime.RequiredError(
                'version',
                'Required parameter "version" was null or undefined when calling retrieveAutomationVersion().'
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

        let urlPath = `/v1/automations/{id}/versions/{version}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{version}', encodeURIComponent(String(requestParameters['version'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One version, as it was given. 
     * Retrieve a version of an automation
     */
    async retrieveAutomationVersionRaw(requestParameters: RetrieveAutomationVersionRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationVersion>> {
        const requestOptions = await this.retrieveAutomationVersionRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One version, as it was given. 
     * Retrieve a version of an automation
     */
    async retrieveAutomationVersion(requestParameters: RetrieveAutomationVersionRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationVersion> {
        const response = await this.retrieveAutomationVersionRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retryAutomationRun without sending the request
     */
    async retryAutomationRunRequestOpts(requestParameters: RetryAutomationRunRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retryAutomationRun().'
            );
        }

        if (requestParameters['run_id'] == null) {
            throw new runtime.RequiredError(
                'run_id',
                'Required parameter "run_id" was null or undefined when calling retryAutomationRun().'
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

        let urlPath = `/v1/automations/{id}/runs/{run_id}/retry`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{run_id}', encodeURIComponent(String(requestParameters['run_id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Has a failed run go on at the step that failed, in the same version. Where another run of the contact is under way that `reentry` does not allow beside it, this is 409 `invalid_state`. 
     * Retry a run
     */
    async retryAutomationRunRaw(requestParameters: RetryAutomationRunRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationRun>> {
        const requestOptions = await this.retryAutomationRunRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Has a failed run go on at the step that failed, in the same version. Where another run of the contact is under way that `reentry` does not allow beside it, this is 409 `invalid_state`. 
     * Retry a run
     */
    async retryAutomationRun(requestParameters: RetryAutomationRunRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationRun> {
        const response = await this.retryAutomationRunRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retryAutomationRuns without sending the request
     */
    async retryAutomationRunsRequestOpts(requestParameters: RetryAutomationRunsOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retryAutomationRuns().'
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

        let urlPath = `/v1/automations/{id}/runs/retry`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['RetryAutomationRunsRequest'],
        };
    }

    /**
     * Has up to 10,000 failed runs go on at the step that failed, the oldest first, in the background: `retry` of the automation shows how far it is. 
     * Retry the failed runs of an automation
     */
    async retryAutomationRunsRaw(requestParameters: RetryAutomationRunsOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.retryAutomationRunsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Has up to 10,000 failed runs go on at the step that failed, the oldest first, in the background: `retry` of the automation shows how far it is. 
     * Retry the failed runs of an automation
     */
    async retryAutomationRuns(requestParameters: RetryAutomationRunsOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.retryAutomationRunsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for simulateAutomation without sending the request
     */
    async simulateAutomationRequestOpts(requestParameters: SimulateAutomationOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling simulateAutomation().'
            );
        }

        if (requestParameters['SimulateAutomationRequest'] == null) {
            throw new runtime.RequiredError(
                'SimulateAutomationRequest',
                'Required parameter "SimulateAutomationRequest" was null or undefined when calling simulateAutomation().'
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

        let urlPath = `/v1/automations/{id}/simulate`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['SimulateAutomationRequest'],
        };
    }

    /**
     * Shows the path of a contact through a version, with the reasons, as if time passed at once. Nothing is sent or stored, and `reentry` is not looked at. 
     * Simulate an automation
     */
    async simulateAutomationRaw(requestParameters: SimulateAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationSimulation>> {
        const requestOptions = await this.simulateAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Shows the path of a contact through a version, with the reasons, as if time passed at once. Nothing is sent or stored, and `reentry` is not looked at. 
     * Simulate an automation
     */
    async simulateAutomation(requestParameters: SimulateAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationSimulation> {
        const response = await this.simulateAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for triggerAutomation without sending the request
     */
    async triggerAutomationRequestOpts(requestParameters: TriggerAutomationOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling triggerAutomation().'
            );
        }

        if (requestParameters['TriggerAutomationRequest'] == null) {
            throw new runtime.RequiredError(
                'TriggerAutomationRequest',
                'Required parameter "TriggerAutomationRequest" was null or undefined when calling triggerAutomation().'
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

        let urlPath = `/v1/automations/{id}/trigger`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['TriggerAutomationRequest'],
        };
    }

    /**
     * Starts a run for a contact of the project, if the automation lets it in. It takes no notice of the conditions of the trigger, but of the entry rule and of `reentry`. 
     * Trigger an automation
     */
    async triggerAutomationRaw(requestParameters: TriggerAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationTriggered>> {
        const requestOptions = await this.triggerAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Starts a run for a contact of the project, if the automation lets it in. It takes no notice of the conditions of the trigger, but of the entry rule and of `reentry`. 
     * Trigger an automation
     */
    async triggerAutomation(requestParameters: TriggerAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationTriggered> {
        const response = await this.triggerAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for updateAutomation without sending the request
     */
    async updateAutomationRequestOpts(requestParameters: UpdateAutomationOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling updateAutomation().'
            );
        }

        if (requestParameters['UpdateAutomationRequest'] == null) {
            throw new runtime.RequiredError(
                'UpdateAutomationRequest',
                'Required parameter "UpdateAutomationRequest" was null or undefined when calling updateAutomation().'
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

        let urlPath = `/v1/automations/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'PATCH',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpdateAutomationRequest'],
        };
    }

    /**
     * Changes the name. Everything else is changed by a new version. 
     * Rename an automation
     */
    async updateAutomationRaw(requestParameters: UpdateAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Automation>> {
        const requestOptions = await this.updateAutomationRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Changes the name. Everything else is changed by a new version. 
     * Rename an automation
     */
    async updateAutomation(requestParameters: UpdateAutomationOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Automation> {
        const response = await this.updateAutomationRaw(requestParameters, initOverrides);
        return await response.value();
    }

}
