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
    AcceptedMessage,
    BatchRequest,
    BatchResult,
    CancelMessagesRequest,
    CancelledMessages,
    Environment,
    Message,
    MessageContent,
    MessageList,
    MessageStatus,
    RescheduleMessageRequest,
    SendMessageRequest,
} from '../models/index.js';

export interface CancelMessageRequest {
    /**
     * A message's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface CancelMessagesOperationRequest {
    /**
     * 
     */
    CancelMessagesRequest: CancelMessagesRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ListMessagesRequest {
    /**
     * The max number of rows to return.
     */
    limit?: number | undefined;
    /**
     * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
     * in the reply says what was used.
     * 
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
     * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
     * `project_not_allowed`).
     * 
     */
    project_id?: string | undefined;
    /**
     * Only messages with this recipient, compared without case.
     */
    recipient?: string | undefined;
    /**
     * Only messages with this status.
     */
    status?: MessageStatus | undefined;
    /**
     * Only messages with one of these statuses, by repeating the parameter. Not together with `status`.
     */
    statuses?: ReadonlyArray<MessageStatus> | undefined;
    /**
     * Only messages of this category.
     */
    category?: string | undefined;
    /**
     * Only messages that have this key in their metadata.
     */
    metadata_key?: string | undefined;
    /**
     * The value that goes with `metadata_key`, whole.
     */
    metadata_value?: string | undefined;
    /**
     * Only messages whose subject has this in it, compared without case.
     */
    subject?: string | undefined;
    /**
     * Only the mail of this campaign. Not together with `automation_id`.
     */
    campaign_id?: string | undefined;
    /**
     * Only the mail of this automation's runs. Not together with `campaign_id`.
     */
    automation_id?: string | undefined;
    /**
     * Only messages from this address, compared without case.
     */
    from_email?: string | undefined;
    /**
     * Only mail to subscribers of this list.
     */
    list_id?: string | undefined;
    /**
     * Only messages that were rendered from this template, whatever its version.
     */
    template_id?: string | undefined;
    /**
     * Only messages that were sent with this API key, whether or not it is revoked by now.
     */
    api_key_id?: string | undefined;
    /**
     * Only what belongs to projects of this environment.
     */
    environment?: Environment | undefined;
}

export interface RescheduleMessageOperationRequest {
    /**
     * A message's id.
     */
    id: string;
    /**
     * 
     */
    RescheduleMessageRequest: RescheduleMessageRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RetrieveMessageRequest {
    /**
     * A message's id.
     */
    id: string;
}

export interface RetrieveMessageContentRequest {
    /**
     * A message's id.
     */
    id: string;
}

export interface SendMessageOperationRequest {
    /**
     * 
     */
    SendMessageRequest: SendMessageRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface SendMessageBatchRequest {
    /**
     * 
     */
    BatchRequest: BatchRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

/**
 * 
 */
export class MessagesApi extends runtime.BaseAPI {

    /**
     * Creates request options for cancelMessage without sending the request
     */
    async cancelMessageRequestOpts(requestParameters: CancelMessageRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling cancelMessage().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages/{id}/cancel`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Takes a message back, a scheduled one or one that waits for its first attempt. Once a worker has taken any of its recipients it is too late: 409 `invalid_state`, and nothing changes. Cancelling a cancelled message changes nothing. Suppressed recipients stay so; where all are, there is nothing to cancel: 409 `invalid_state`. 
     * Cancel a message
     */
    async cancelMessageRaw(requestParameters: CancelMessageRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Message>> {
        const requestOptions = await this.cancelMessageRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Takes a message back, a scheduled one or one that waits for its first attempt. Once a worker has taken any of its recipients it is too late: 409 `invalid_state`, and nothing changes. Cancelling a cancelled message changes nothing. Suppressed recipients stay so; where all are, there is nothing to cancel: 409 `invalid_state`. 
     * Cancel a message
     */
    async cancelMessage(requestParameters: CancelMessageRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Message> {
        const response = await this.cancelMessageRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for cancelMessages without sending the request
     */
    async cancelMessagesRequestOpts(requestParameters: CancelMessagesOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['CancelMessagesRequest'] == null) {
            throw new runtime.RequiredError(
                'CancelMessagesRequest',
                'Required parameter "CancelMessagesRequest" was null or undefined when calling cancelMessages().'
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
            const tokenString = await token("projectKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages/cancel`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['CancelMessagesRequest'],
        };
    }

    /**
     * Takes messages back, as `POST /v1/messages/{id}/cancel` does for one. Those that cannot be cancelled are rejected by themselves: 404 `not_found`, 409 `invalid_state`. 
     * Cancel up to 100 messages
     */
    async cancelMessagesRaw(requestParameters: CancelMessagesOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<CancelledMessages>> {
        const requestOptions = await this.cancelMessagesRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Takes messages back, as `POST /v1/messages/{id}/cancel` does for one. Those that cannot be cancelled are rejected by themselves: 404 `not_found`, 409 `invalid_state`. 
     * Cancel up to 100 messages
     */
    async cancelMessages(requestParameters: CancelMessagesOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<CancelledMessages> {
        const response = await this.cancelMessagesRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listMessages without sending the request
     */
    async listMessagesRequestOpts(requestParameters: ListMessagesRequest): Promise<runtime.RequestOpts> {
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

        if (requestParameters['recipient'] != null) {
            queryParameters['recipient'] = requestParameters['recipient'];
        }

        if (requestParameters['status'] != null) {
            queryParameters['status'] = requestParameters['status'];
        }

        if (requestParameters['statuses'] != null) {
            queryParameters['statuses'] = requestParameters['statuses'];
        }

        if (requestParameters['category'] != null) {
            queryParameters['category'] = requestParameters['category'];
        }

        if (requestParameters['metadata_key'] != null) {
            queryParameters['metadata_key'] = requestParameters['metadata_key'];
        }

        if (requestParameters['metadata_value'] != null) {
            queryParameters['metadata_value'] = requestParameters['metadata_value'];
        }

        if (requestParameters['subject'] != null) {
            queryParameters['subject'] = requestParameters['subject'];
        }

        if (requestParameters['campaign_id'] != null) {
            queryParameters['campaign_id'] = requestParameters['campaign_id'];
        }

        if (requestParameters['automation_id'] != null) {
            queryParameters['automation_id'] = requestParameters['automation_id'];
        }

        if (requestParameters['from_email'] != null) {
            queryParameters['from_email'] = requestParameters['from_email'];
        }

        if (requestParameters['list_id'] != null) {
            queryParameters['list_id'] = requestParameters['list_id'];
        }

        if (requestParameters['template_id'] != null) {
            queryParameters['template_id'] = requestParameters['template_id'];
        }

        if (requestParameters['api_key_id'] != null) {
            queryParameters['api_key_id'] = requestParameters['api_key_id'];
        }

        if (requestParameters['environment'] != null) {
            queryParameters['environment'] = requestParameters['environment'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["reports:read"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["reports:read"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Messages, newest first, without their bodies. A project key sees those of its own project.  Filters narrow the search together. A search looks through a bounded number of rows at a time: a page may hold fewer rows than `limit`, or none, while `has_more` says that there are older ones to look through. Go on with `next_cursor` until it is null. 
     * List messages
     */
    async listMessagesRaw(requestParameters: ListMessagesRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<MessageList>> {
        const requestOptions = await this.listMessagesRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Messages, newest first, without their bodies. A project key sees those of its own project.  Filters narrow the search together. A search looks through a bounded number of rows at a time: a page may hold fewer rows than `limit`, or none, while `has_more` says that there are older ones to look through. Go on with `next_cursor` until it is null. 
     * List messages
     */
    async listMessages(requestParameters: ListMessagesRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<MessageList> {
        const response = await this.listMessagesRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for rescheduleMessage without sending the request
     */
    async rescheduleMessageRequestOpts(requestParameters: RescheduleMessageOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling rescheduleMessage().'
            );
        }

        if (requestParameters['RescheduleMessageRequest'] == null) {
            throw new runtime.RequiredError(
                'RescheduleMessageRequest',
                'Required parameter "RescheduleMessageRequest" was null or undefined when calling rescheduleMessage().'
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
            const tokenString = await token("projectKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'PATCH',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['RescheduleMessageRequest'],
        };
    }

    /**
     * Gives a message that is still `scheduled` another time, or with null has it sent now. Once it is queued it is too late: 409 `invalid_state`. The time is at most 30 days after this request and at most five minutes before it (422 `schedule_out_of_range`); one that has just passed is now. Rescheduling emits another `message.scheduled`. 
     * Reschedule a message
     */
    async rescheduleMessageRaw(requestParameters: RescheduleMessageOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Message>> {
        const requestOptions = await this.rescheduleMessageRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Gives a message that is still `scheduled` another time, or with null has it sent now. Once it is queued it is too late: 409 `invalid_state`. The time is at most 30 days after this request and at most five minutes before it (422 `schedule_out_of_range`); one that has just passed is now. Rescheduling emits another `message.scheduled`. 
     * Reschedule a message
     */
    async rescheduleMessage(requestParameters: RescheduleMessageOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Message> {
        const response = await this.rescheduleMessageRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveMessage without sending the request
     */
    async retrieveMessageRequestOpts(requestParameters: RetrieveMessageRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveMessage().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["reports:read"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["reports:read"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["member"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One message with its recipients and their status, without its bodies.
     * Retrieve a message
     */
    async retrieveMessageRaw(requestParameters: RetrieveMessageRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Message>> {
        const requestOptions = await this.retrieveMessageRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One message with its recipients and their status, without its bodies.
     * Retrieve a message
     */
    async retrieveMessage(requestParameters: RetrieveMessageRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Message> {
        const response = await this.retrieveMessageRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveMessageContent without sending the request
     */
    async retrieveMessageContentRequestOpts(requestParameters: RetrieveMessageContentRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveMessageContent().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["reports:read", "messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["reports:read", "messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages/{id}/content`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Returns the bodies and attachments of a message exactly as you sent them, for as long as they are retained. A body can contain sensitive links, such as a password reset, so a key needs `messages:send` as well as `reports:read`. A project key reads only messages of its own project. 
     * Retrieve a message\'s content
     */
    async retrieveMessageContentRaw(requestParameters: RetrieveMessageContentRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<MessageContent>> {
        const requestOptions = await this.retrieveMessageContentRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Returns the bodies and attachments of a message exactly as you sent them, for as long as they are retained. A body can contain sensitive links, such as a password reset, so a key needs `messages:send` as well as `reports:read`. A project key reads only messages of its own project. 
     * Retrieve a message\'s content
     */
    async retrieveMessageContent(requestParameters: RetrieveMessageContentRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<MessageContent> {
        const response = await this.retrieveMessageContentRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for sendMessage without sending the request
     */
    async sendMessageRequestOpts(requestParameters: SendMessageOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['SendMessageRequest'] == null) {
            throw new runtime.RequiredError(
                'SendMessageRequest',
                'Required parameter "SendMessageRequest" was null or undefined when calling sendMessage().'
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
            const tokenString = await token("projectKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['SendMessageRequest'],
        };
    }

    /**
     * Accepts one message for delivery. 202 means that it is stored durably and queued: its content, a message log for each recipient and the `message.accepted` event are written in one transaction before the reply.  The sender must be allowed by the key: one restricted to sender domains answers 403 `sender_not_allowed` for others. Where the operator requires it (always, but for a service that delivers to its sink), a live project sends from verified domains of its workspace only. An address that is named twice among `to`, `cc` and `bcc` is refused, compared without case.  A recipient whose address the workspace suppresses is accepted and not sent to: the reply and the log say `suppressed`, and an event `message.suppressed` is recorded.  With `template` in place of subject and bodies, a template of the workspace is rendered now: an error names all missing variables at once, and nothing is stored. Where the message has one recipient that is a contact of the project, the template can use `contact`, and without `locale` the contact\'s language is used.  With `scheduled_at` the message waits; it can be taken back with `POST /v1/messages/{id}/cancel`. 
     * Send a message
     */
    async sendMessageRaw(requestParameters: SendMessageOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AcceptedMessage>> {
        const requestOptions = await this.sendMessageRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Accepts one message for delivery. 202 means that it is stored durably and queued: its content, a message log for each recipient and the `message.accepted` event are written in one transaction before the reply.  The sender must be allowed by the key: one restricted to sender domains answers 403 `sender_not_allowed` for others. Where the operator requires it (always, but for a service that delivers to its sink), a live project sends from verified domains of its workspace only. An address that is named twice among `to`, `cc` and `bcc` is refused, compared without case.  A recipient whose address the workspace suppresses is accepted and not sent to: the reply and the log say `suppressed`, and an event `message.suppressed` is recorded.  With `template` in place of subject and bodies, a template of the workspace is rendered now: an error names all missing variables at once, and nothing is stored. Where the message has one recipient that is a contact of the project, the template can use `contact`, and without `locale` the contact\'s language is used.  With `scheduled_at` the message waits; it can be taken back with `POST /v1/messages/{id}/cancel`. 
     * Send a message
     */
    async sendMessage(requestParameters: SendMessageOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AcceptedMessage> {
        const response = await this.sendMessageRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for sendMessageBatch without sending the request
     */
    async sendMessageBatchRequestOpts(requestParameters: SendMessageBatchRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['BatchRequest'] == null) {
            throw new runtime.RequiredError(
                'BatchRequest',
                'Required parameter "BatchRequest" was null or undefined when calling sendMessageBatch().'
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
            const tokenString = await token("projectKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["messages:send"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceSession", ["admin"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }

        let urlPath = `/v1/messages/batch`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['BatchRequest'],
        };
    }

    /**
     * Accepts up to 100 messages, each by itself: an item that is refused does not hold up the others, and says what a single send would have said. The envelope is checked as a whole (1 to 100 items, unique keys, 10 MB of decoded JSON); if that fails nothing is accepted. The body may be gzipped.  Send the same batch again after a failure: items that were accepted answer their first result, with `replayed`, and are not sent twice; those that were rejected are tried again.  `Idempotency-Key` is the key of the batch as a whole, beside the keys of its items. The same batch under the same key returns the first reply again, with what it says of rejected items, and tries nothing again: to have rejected items tried again, use a new key or none. Where a process of the service dies before the reply, the key stays with its body, and the same batch under it is sent again.  Two requests with the same key and batch may run at once, in two processes: each item is sent once all the same, and both return one reply. It calls an item accepted if either has accepted the item. 
     * Send a batch of messages
     */
    async sendMessageBatchRaw(requestParameters: SendMessageBatchRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<BatchResult>> {
        const requestOptions = await this.sendMessageBatchRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Accepts up to 100 messages, each by itself: an item that is refused does not hold up the others, and says what a single send would have said. The envelope is checked as a whole (1 to 100 items, unique keys, 10 MB of decoded JSON); if that fails nothing is accepted. The body may be gzipped.  Send the same batch again after a failure: items that were accepted answer their first result, with `replayed`, and are not sent twice; those that were rejected are tried again.  `Idempotency-Key` is the key of the batch as a whole, beside the keys of its items. The same batch under the same key returns the first reply again, with what it says of rejected items, and tries nothing again: to have rejected items tried again, use a new key or none. Where a process of the service dies before the reply, the key stays with its body, and the same batch under it is sent again.  Two requests with the same key and batch may run at once, in two processes: each item is sent once all the same, and both return one reply. It calls an item accepted if either has accepted the item. 
     * Send a batch of messages
     */
    async sendMessageBatch(requestParameters: SendMessageBatchRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<BatchResult> {
        const response = await this.sendMessageBatchRaw(requestParameters, initOverrides);
        return await response.value();
    }

}
