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
    EventType,
    RotateWebhookSecretRequest,
    SavedWebhook,
    UpdateWebhookRequest,
    UpsertWebhookRequest,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookDeliveryStatus,
    WebhookHealthList,
    WebhookList,
    WebhookSubscription,
} from '../models/index.js';

export interface DeleteWebhookRequest {
    /**
     * A webhook subscription's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ListWebhookDeliveriesRequest {
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
     * Only those of this subscription.
     */
    webhook_id?: string | undefined;
    /**
     * Only those of this event.
     */
    event_id?: string | undefined;
    /**
     * Only those of events of this type.
     */
    event_type?: EventType | undefined;
    /**
     * Only those of events of one of these types, by repeating the parameter. Not together with `event_type`.
     */
    event_types?: ReadonlyArray<EventType> | undefined;
    /**
     * Only those with this status.
     */
    status?: WebhookDeliveryStatus | undefined;
    /**
     * Only those with one of these statuses, by repeating the parameter. Not together with `status`.
     */
    statuses?: ReadonlyArray<WebhookDeliveryStatus> | undefined;
}

export interface ListWebhookHealthRequest {
    /**
     * The max number of rows to return.
     */
    limit?: number | undefined;
    /**
     * Only subscriptions that were created at or after this time, by `webhook_created_at`.
     */
    since?: string | undefined;
    /**
     * Only subscriptions that were created before this time, by `webhook_created_at`.
     */
    until?: string | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
}

export interface ListWebhooksRequest {
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
     * Only the subscriptions to this project alone.
     */
    project_id?: string | undefined;
}

export interface ReplayWebhookDeliveryRequest {
    /**
     * A webhook subscription's id.
     */
    id: string;
    /**
     * The id of one of its deliveries.
     */
    delivery_id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RetrieveWebhookRequest {
    /**
     * A webhook subscription's id.
     */
    id: string;
}

export interface RetrieveWebhookDeliveryRequest {
    /**
     * A webhook subscription's id.
     */
    id: string;
    /**
     * The id of one of its deliveries.
     */
    delivery_id: string;
}

export interface RevokeWebhookPreviousSecretsRequest {
    /**
     * A webhook subscription's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RotateWebhookSecretOperationRequest {
    /**
     * A webhook subscription's id.
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
    RotateWebhookSecretRequest?: RotateWebhookSecretRequest | undefined;
}

export interface TestWebhookRequest {
    /**
     * A webhook subscription's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UpdateWebhookOperationRequest {
    /**
     * 
     */
    UpdateWebhookRequest: UpdateWebhookRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UpsertWebhookOperationRequest {
    /**
     * 
     */
    UpsertWebhookRequest: UpsertWebhookRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

/**
 * 
 */
export class WebhooksApi extends runtime.BaseAPI {

    /**
     * Creates request options for deleteWebhook without sending the request
     */
    async deleteWebhookRequestOpts(requestParameters: DeleteWebhookRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling deleteWebhook().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'DELETE',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Nothing more is sent to it: what waits ends as `failed`. Its history stays for as long as it is retained. 
     * Delete a webhook subscription
     */
    async deleteWebhookRaw(requestParameters: DeleteWebhookRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<void>> {
        const requestOptions = await this.deleteWebhookRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.VoidApiResponse(response);
    }

    /**
     * Nothing more is sent to it: what waits ends as `failed`. Its history stays for as long as it is retained. 
     * Delete a webhook subscription
     */
    async deleteWebhook(requestParameters: DeleteWebhookRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<void> {
        await this.deleteWebhookRaw(requestParameters, initOverrides);
    }

    /**
     * Creates request options for listWebhookDeliveries without sending the request
     */
    async listWebhookDeliveriesRequestOpts(requestParameters: ListWebhookDeliveriesRequest): Promise<runtime.RequestOpts> {
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

        if (requestParameters['webhook_id'] != null) {
            queryParameters['webhook_id'] = requestParameters['webhook_id'];
        }

        if (requestParameters['event_id'] != null) {
            queryParameters['event_id'] = requestParameters['event_id'];
        }

        if (requestParameters['event_type'] != null) {
            queryParameters['event_type'] = requestParameters['event_type'];
        }

        if (requestParameters['event_types'] != null) {
            queryParameters['event_types'] = requestParameters['event_types'];
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
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/deliveries`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Every event for every subscription, newest first: its status, every attempt with the endpoint\'s reply, and when the next one is due. Filters narrow the search together.  A search looks through a bounded number of rows at a time: a page may hold fewer rows than `limit`, or none, while `has_more` says that there are older ones to look through. Go on with `next_cursor` until it is null. 
     * List webhook deliveries
     */
    async listWebhookDeliveriesRaw(requestParameters: ListWebhookDeliveriesRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookDeliveryList>> {
        const requestOptions = await this.listWebhookDeliveriesRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Every event for every subscription, newest first: its status, every attempt with the endpoint\'s reply, and when the next one is due. Filters narrow the search together.  A search looks through a bounded number of rows at a time: a page may hold fewer rows than `limit`, or none, while `has_more` says that there are older ones to look through. Go on with `next_cursor` until it is null. 
     * List webhook deliveries
     */
    async listWebhookDeliveries(requestParameters: ListWebhookDeliveriesRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookDeliveryList> {
        const response = await this.listWebhookDeliveriesRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listWebhookHealth without sending the request
     */
    async listWebhookHealthRequestOpts(requestParameters: ListWebhookHealthRequest): Promise<runtime.RequestOpts> {
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
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/health`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One row a subscription, newest first: what came of the attempts of the last 24 hours, whether it fails now and since when, how much waits for it, and whether and why it is disabled. Attempts are counted by the hour: of this one and the 23 before it.  A subscription is disabled where its endpoint answers 410, and after five days of nothing but failures. Either is an event, `webhook.disabled`, for the other subscriptions. 
     * See how webhook subscriptions fare
     */
    async listWebhookHealthRaw(requestParameters: ListWebhookHealthRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookHealthList>> {
        const requestOptions = await this.listWebhookHealthRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One row a subscription, newest first: what came of the attempts of the last 24 hours, whether it fails now and since when, how much waits for it, and whether and why it is disabled. Attempts are counted by the hour: of this one and the 23 before it.  A subscription is disabled where its endpoint answers 410, and after five days of nothing but failures. Either is an event, `webhook.disabled`, for the other subscriptions. 
     * See how webhook subscriptions fare
     */
    async listWebhookHealth(requestParameters: ListWebhookHealthRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookHealthList> {
        const response = await this.listWebhookHealthRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listWebhooks without sending the request
     */
    async listWebhooksRequestOpts(requestParameters: ListWebhooksRequest): Promise<runtime.RequestOpts> {
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

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The workspace\'s subscriptions, newest first, disabled ones included, never their secrets. A key that is held to an environment sees the subscriptions of that environment. 
     * List webhook subscriptions
     */
    async listWebhooksRaw(requestParameters: ListWebhooksRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookList>> {
        const requestOptions = await this.listWebhooksRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The workspace\'s subscriptions, newest first, disabled ones included, never their secrets. A key that is held to an environment sees the subscriptions of that environment. 
     * List webhook subscriptions
     */
    async listWebhooks(requestParameters: ListWebhooksRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookList> {
        const response = await this.listWebhooksRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for replayWebhookDelivery without sending the request
     */
    async replayWebhookDeliveryRequestOpts(requestParameters: ReplayWebhookDeliveryRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling replayWebhookDelivery().'
            );
        }

        if (requestParameters['delivery_id'] == null) {
            throw new runtime.RequiredError(
                'delivery_id',
                'Required parameter "delivery_id" was null or undefined when calling replayWebhookDelivery().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}/deliveries/{delivery_id}/replay`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{delivery_id}', encodeURIComponent(String(requestParameters['delivery_id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Sends the event of a delivery again, under the same event id, whatever had become of it: delivered, failed or dead. One that waits for its next attempt is made now. A new attempt is added to the delivery and, where it fails, the schedule begins anew. While it is being sent, or where the subscription is disabled or deleted, it is 409 `invalid_state`. 
     * Replay a webhook delivery
     */
    async replayWebhookDeliveryRaw(requestParameters: ReplayWebhookDeliveryRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookDelivery>> {
        const requestOptions = await this.replayWebhookDeliveryRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Sends the event of a delivery again, under the same event id, whatever had become of it: delivered, failed or dead. One that waits for its next attempt is made now. A new attempt is added to the delivery and, where it fails, the schedule begins anew. While it is being sent, or where the subscription is disabled or deleted, it is 409 `invalid_state`. 
     * Replay a webhook delivery
     */
    async replayWebhookDelivery(requestParameters: ReplayWebhookDeliveryRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookDelivery> {
        const response = await this.replayWebhookDeliveryRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveWebhook without sending the request
     */
    async retrieveWebhookRequestOpts(requestParameters: RetrieveWebhookRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveWebhook().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One subscription, never its secrets. A key that is held to an environment sees those of that environment.
     * Retrieve a webhook subscription
     */
    async retrieveWebhookRaw(requestParameters: RetrieveWebhookRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookSubscription>> {
        const requestOptions = await this.retrieveWebhookRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One subscription, never its secrets. A key that is held to an environment sees those of that environment.
     * Retrieve a webhook subscription
     */
    async retrieveWebhook(requestParameters: RetrieveWebhookRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookSubscription> {
        const response = await this.retrieveWebhookRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveWebhookDelivery without sending the request
     */
    async retrieveWebhookDeliveryRequestOpts(requestParameters: RetrieveWebhookDeliveryRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveWebhookDelivery().'
            );
        }

        if (requestParameters['delivery_id'] == null) {
            throw new runtime.RequiredError(
                'delivery_id',
                'Required parameter "delivery_id" was null or undefined when calling retrieveWebhookDelivery().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}/deliveries/{delivery_id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{delivery_id}', encodeURIComponent(String(requestParameters['delivery_id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One delivery of a subscription with every attempt, for as long as it is retained. 
     * Retrieve a webhook delivery
     */
    async retrieveWebhookDeliveryRaw(requestParameters: RetrieveWebhookDeliveryRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookDelivery>> {
        const requestOptions = await this.retrieveWebhookDeliveryRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One delivery of a subscription with every attempt, for as long as it is retained. 
     * Retrieve a webhook delivery
     */
    async retrieveWebhookDelivery(requestParameters: RetrieveWebhookDeliveryRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookDelivery> {
        const response = await this.retrieveWebhookDeliveryRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for revokeWebhookPreviousSecrets without sending the request
     */
    async revokeWebhookPreviousSecretsRequestOpts(requestParameters: RevokeWebhookPreviousSecretsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling revokeWebhookPreviousSecrets().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}/previous-secrets`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'DELETE',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Ends a rotation early: from now on deliveries are signed by the newest secret alone. Where there is no other, nothing changes. 
     * End the previous signing secrets
     */
    async revokeWebhookPreviousSecretsRaw(requestParameters: RevokeWebhookPreviousSecretsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<void>> {
        const requestOptions = await this.revokeWebhookPreviousSecretsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.VoidApiResponse(response);
    }

    /**
     * Ends a rotation early: from now on deliveries are signed by the newest secret alone. Where there is no other, nothing changes. 
     * End the previous signing secrets
     */
    async revokeWebhookPreviousSecrets(requestParameters: RevokeWebhookPreviousSecretsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<void> {
        await this.revokeWebhookPreviousSecretsRaw(requestParameters, initOverrides);
    }

    /**
     * Creates request options for rotateWebhookSecret without sending the request
     */
    async rotateWebhookSecretRequestOpts(requestParameters: RotateWebhookSecretOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling rotateWebhookSecret().'
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
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}/rotate-secret`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['RotateWebhookSecretRequest'],
        };
    }

    /**
     * Makes a new secret, shown once; a repetition under the idempotency key gets it, too, within 10 minutes. Until the old one expires every delivery carries a signature by each, the new one first: `t=…,v1=<new>,v1=<old>`. With `overlap_seconds: 0` the old one ends at once. A subscription has five secrets at most: beyond that end the old ones first (409 `invalid_state`). 
     * Rotate the signing secret
     */
    async rotateWebhookSecretRaw(requestParameters: RotateWebhookSecretOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<SavedWebhook>> {
        const requestOptions = await this.rotateWebhookSecretRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Makes a new secret, shown once; a repetition under the idempotency key gets it, too, within 10 minutes. Until the old one expires every delivery carries a signature by each, the new one first: `t=…,v1=<new>,v1=<old>`. With `overlap_seconds: 0` the old one ends at once. A subscription has five secrets at most: beyond that end the old ones first (409 `invalid_state`). 
     * Rotate the signing secret
     */
    async rotateWebhookSecret(requestParameters: RotateWebhookSecretOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<SavedWebhook> {
        const response = await this.rotateWebhookSecretRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for testWebhook without sending the request
     */
    async testWebhookRequestOpts(requestParameters: TestWebhookRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling testWebhook().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status/{id}/test`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Records a `webhook.test` event and sends it to this subscription alone, whatever its filters are, before anything else that waits for it. There is one attempt. The reply is the delivery as it begins; retrieve it to see what came of it. A disabled subscription answers 409 `invalid_state`. 
     * Send a test delivery
     */
    async testWebhookRaw(requestParameters: TestWebhookRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<WebhookDelivery>> {
        const requestOptions = await this.testWebhookRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Records a `webhook.test` event and sends it to this subscription alone, whatever its filters are, before anything else that waits for it. There is one attempt. The reply is the delivery as it begins; retrieve it to see what came of it. A disabled subscription answers 409 `invalid_state`. 
     * Send a test delivery
     */
    async testWebhook(requestParameters: TestWebhookRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<WebhookDelivery> {
        const response = await this.testWebhookRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for updateWebhook without sending the request
     */
    async updateWebhookRequestOpts(requestParameters: UpdateWebhookOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['UpdateWebhookRequest'] == null) {
            throw new runtime.RequiredError(
                'UpdateWebhookRequest',
                'Required parameter "UpdateWebhookRequest" was null or undefined when calling updateWebhook().'
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
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status`;

        return {
            path: urlPath,
            method: 'PATCH',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpdateWebhookRequest'],
        };
    }

    /**
     * Like `PUT`, but what the request leaves out stays as it is. **A `url` that has no subscription creates one, here too: the reply is 201, with the secret**, and the subscription is for all events unless the request says which. The reply to a change is 200. Name the `id` so that nothing is created: an unknown `id` is 404 `not_found`. A new `url` that is similar to another subscription\'s is refused as by `PUT` (409, `webhook_exists_similarly`). `enabled: true` puts one that was disabled to work again: what waited for it is sent, as far as it is retained, and its failures are forgotten. 
     * Create or change a webhook subscription
     */
    async updateWebhookRaw(requestParameters: UpdateWebhookOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<SavedWebhook>> {
        const requestOptions = await this.updateWebhookRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Like `PUT`, but what the request leaves out stays as it is. **A `url` that has no subscription creates one, here too: the reply is 201, with the secret**, and the subscription is for all events unless the request says which. The reply to a change is 200. Name the `id` so that nothing is created: an unknown `id` is 404 `not_found`. A new `url` that is similar to another subscription\'s is refused as by `PUT` (409, `webhook_exists_similarly`). `enabled: true` puts one that was disabled to work again: what waited for it is sent, as far as it is retained, and its failures are forgotten. 
     * Create or change a webhook subscription
     */
    async updateWebhook(requestParameters: UpdateWebhookOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<SavedWebhook> {
        const response = await this.updateWebhookRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for upsertWebhook without sending the request
     */
    async upsertWebhookRequestOpts(requestParameters: UpsertWebhookOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['UpsertWebhookRequest'] == null) {
            throw new runtime.RequiredError(
                'UpsertWebhookRequest',
                'Required parameter "UpsertWebhookRequest" was null or undefined when calling upsertWebhook().'
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
            const tokenString = await token("workspaceKey", ["webhooks:*"]);

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

        let urlPath = `/v1/webhooks/status`;

        return {
            path: urlPath,
            method: 'PUT',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpsertWebhookRequest'],
        };
    }

    /**
     * **A `url` that has no subscription creates one: the reply is 201, with the secret.** Where the `url` has one, it is replaced: the reply is 200. What the request leaves out gets its default, so `enabled` is true again and a filter that is not named is gone. With `id` that subscription is replaced, its `url` included, and none is created; an unknown `id` is 404 `not_found`, and a `url` that another subscription has is refused (422, `taken`).  A new `url` that differs from another subscription\'s by a trailing slash or the query alone is refused (409, `webhook_exists_similarly`): most often it is a mistake, and each event would come twice. `allow_similar: true` insists. The case of scheme and host and a default port make no difference: such a `url` is the same one.  The address is `http` or `https`, without credentials or fragment. `localhost` and one that is written as an address, such as `http://10.0.0.1` or `http://0x7f.1`, are refused here (422, `address_refused`) where they are not on the public internet. What a name resolves to is checked at every connection, and a refusal stands in the delivery\'s attempt.  A key that is held to an environment makes subscriptions of that environment only: where the request names none they are of that one, else it is 403 `environment_not_allowed`. A workspace has 100 subscriptions at most (422, `too_many`). 
     * Create or replace a webhook subscription
     */
    async upsertWebhookRaw(requestParameters: UpsertWebhookOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<SavedWebhook>> {
        const requestOptions = await this.upsertWebhookRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * **A `url` that has no subscription creates one: the reply is 201, with the secret.** Where the `url` has one, it is replaced: the reply is 200. What the request leaves out gets its default, so `enabled` is true again and a filter that is not named is gone. With `id` that subscription is replaced, its `url` included, and none is created; an unknown `id` is 404 `not_found`, and a `url` that another subscription has is refused (422, `taken`).  A new `url` that differs from another subscription\'s by a trailing slash or the query alone is refused (409, `webhook_exists_similarly`): most often it is a mistake, and each event would come twice. `allow_similar: true` insists. The case of scheme and host and a default port make no difference: such a `url` is the same one.  The address is `http` or `https`, without credentials or fragment. `localhost` and one that is written as an address, such as `http://10.0.0.1` or `http://0x7f.1`, are refused here (422, `address_refused`) where they are not on the public internet. What a name resolves to is checked at every connection, and a refusal stands in the delivery\'s attempt.  A key that is held to an environment makes subscriptions of that environment only: where the request names none they are of that one, else it is 403 `environment_not_allowed`. A workspace has 100 subscriptions at most (422, `too_many`). 
     * Create or replace a webhook subscription
     */
    async upsertWebhook(requestParameters: UpsertWebhookOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<SavedWebhook> {
        const response = await this.upsertWebhookRaw(requestParameters, initOverrides);
        return await response.value();
    }

}
