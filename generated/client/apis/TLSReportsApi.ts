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
    TlsReportSummaryList,
} from '../models/index.js';

export interface ListTlsReportsRequest {
    /**
     * The max number of rows to return.
     */
    limit?: number | undefined;
    /**
     * Only what was reported for the day of this time (UTC) or a later one. Clamped to the workspace's retention window;
     * `window.since` in the reply says what was used.
     * 
     */
    since?: string | undefined;
    /**
     * Only what was reported for days that began before this time.
     */
    until?: string | undefined;
    /**
     * Only this domain.
     */
    domain_id?: string | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
}

/**
 * 
 */
export class TLSReportsApi extends runtime.BaseAPI {

    /**
     * Creates request options for listTlsReports without sending the request
     */
    async listTlsReportsRequestOpts(requestParameters: ListTlsReportsRequest): Promise<runtime.RequestOpts> {
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

        if (requestParameters['domain_id'] != null) {
            queryParameters['domain_id'] = requestParameters['domain_id'];
        }

        if (requestParameters['cursor'] != null) {
            queryParameters['cursor'] = requestParameters['cursor'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

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

        let urlPath = `/v1/deliverability/tls/reports`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One row for each domain, the newest domain first, with the SMTP sessions of those that sent mail to it: how many were encrypted, how many failed, and why. Counts are of the days from `since` up to `until`, whole days in UTC; domains that nothing was reported of in that time are left out. Reports come by mail to the address in the domain\'s `tls_rpt` record. 
     * List what TLS reports say of your domains
     */
    async listTlsReportsRaw(requestParameters: ListTlsReportsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<TlsReportSummaryList>> {
        const requestOptions = await this.listTlsReportsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One row for each domain, the newest domain first, with the SMTP sessions of those that sent mail to it: how many were encrypted, how many failed, and why. Counts are of the days from `since` up to `until`, whole days in UTC; domains that nothing was reported of in that time are left out. Reports come by mail to the address in the domain\'s `tls_rpt` record. 
     * List what TLS reports say of your domains
     */
    async listTlsReports(requestParameters: ListTlsReportsRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<TlsReportSummaryList> {
        const response = await this.listTlsReportsRaw(requestParameters, initOverrides);
        return await response.value();
    }

}
