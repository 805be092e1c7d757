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
    AutomationRunList,
    ChooseContactTopicRequest,
    Contact,
    ContactBatchResult,
    ContactEvent,
    ContactEventList,
    ContactImport,
    ContactImportList,
    ContactList,
    ContactTopic,
    ContactTopics,
    Environment,
    RecordContactEventByAddressRequest,
    RecordContactEventRequest,
    SubscriptionList,
    TopicConsentList,
    UpdateContactRequest,
    UpsertContactBatchRequest,
    UpsertContactRequest,
} from '../models/index.js';

export interface CancelContactImportRequest {
    /**
     * The id of an import of contacts.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ChooseContactTopicOperationRequest {
    /**
     * A contact's id.
     */
    id: string;
    /**
     * A topic's key.
     */
    key: string;
    /**
     * 
     */
    ChooseContactTopicRequest: ChooseContactTopicRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface DeleteContactRequest {
    /**
     * A contact's id.
     */
    id: string;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ExportContactImportLinesRequest {
    /**
     * The id of an import of contacts.
     */
    id: string;
}

export interface ExportContactsRequest {
    /**
     * Only what was created at or after this time.
     */
    since?: string | undefined;
    /**
     * Only what was created before this time.
     */
    until?: string | undefined;
    /**
     * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
     * `project_not_allowed`).
     * 
     */
    project_id?: string | undefined;
    /**
     * Only those with this address, in any case.
     */
    email?: string | undefined;
    /**
     * Only what belongs to projects of this environment.
     */
    environment?: Environment | undefined;
}

export interface ImportContactsRequest {
    /**
     * The project that the contacts belong to.
     */
    project_id: string;
    /**
     * 
     */
    body: string;
    /**
     * A list of the project, to subscribe the contacts to. Needs `consent`.
     */
    list_id?: string | undefined;
    /**
     * How those of the list have said yes.
     */
    consent?: ImportContactsConsentEnum | undefined;
    /**
     * What columns are for, each as `target=header`, such as `email=E-mail` or `properties.seats:number=Seats`. Without a type a property is a
     * text. `ignore=Notes` leaves a column alone.
     * 
     */
    columns?: ReadonlyArray<string> | undefined;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface ListContactEventsRequest {
    /**
     * A contact's id.
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
     * Only events of this name.
     */
    name?: string | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
}

export interface ListContactImportsRequest {
    /**
     * The max number of rows to return.
     */
    limit?: number | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
    /**
     * Only what was created at or after this time.
     */
    since?: string | undefined;
    /**
     * Only what was created before this time.
     */
    until?: string | undefined;
    /**
     * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
     * `project_not_allowed`).
     * 
     */
    project_id?: string | undefined;
}

export interface ListContactRunsRequest {
    /**
     * A contact's id.
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

export interface ListContactSubscriptionsRequest {
    /**
     * A contact's id.
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

export interface ListContactsRequest {
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
     * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
     * `project_not_allowed`).
     * 
     */
    project_id?: string | undefined;
    /**
     * Only those with this address, in any case.
     */
    email?: string | undefined;
    /**
     * The `next_cursor` of the page before. Leave the other parameters as they were.
     */
    cursor?: string | undefined;
    /**
     * Only what belongs to projects of this environment.
     */
    environment?: Environment | undefined;
}

export interface ListTopicConsentsRequest {
    /**
     * A contact's id.
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

export interface RecordContactEventOperationRequest {
    /**
     * A contact's id.
     */
    id: string;
    /**
     * 
     */
    RecordContactEventRequest: RecordContactEventRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RecordContactEventByAddressOperationRequest {
    /**
     * 
     */
    RecordContactEventByAddressRequest: RecordContactEventByAddressRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface RetrieveContactRequest {
    /**
     * A contact's id.
     */
    id: string;
}

export interface RetrieveContactImportRequest {
    /**
     * The id of an import of contacts.
     */
    id: string;
}

export interface RetrieveContactTopicsRequest {
    /**
     * A contact's id.
     */
    id: string;
}

export interface UpdateContactOperationRequest {
    /**
     * A contact's id.
     */
    id: string;
    /**
     * 
     */
    UpdateContactRequest: UpdateContactRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UpsertContactOperationRequest {
    /**
     * 
     */
    UpsertContactRequest: UpsertContactRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

export interface UpsertContactBatchOperationRequest {
    /**
     * 
     */
    UpsertContactBatchRequest: UpsertContactBatchRequest;
    /**
     * Makes the request safe to repeat: 1 to 255 printable ASCII characters, unique for one business event.
     * 
     */
    Idempotency_Key?: string | undefined;
}

/**
 * 
 */
export class ContactsApi extends runtime.BaseAPI {

    /**
     * Creates request options for cancelContactImport without sending the request
     */
    async cancelContactImportRequestOpts(requestParameters: CancelContactImportRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling cancelContactImport().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contact-imports/{id}/cancel`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Ends an import that is running. What it has imported stays, and the rest of the file is deleted. One that has ended answers 409 `invalid_state`. 
     * Cancel an import of contacts
     */
    async cancelContactImportRaw(requestParameters: CancelContactImportRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactImport>> {
        const requestOptions = await this.cancelContactImportRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Ends an import that is running. What it has imported stays, and the rest of the file is deleted. One that has ended answers 409 `invalid_state`. 
     * Cancel an import of contacts
     */
    async cancelContactImport(requestParameters: CancelContactImportRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactImport> {
        const response = await this.cancelContactImportRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for chooseContactTopic without sending the request
     */
    async chooseContactTopicRequestOpts(requestParameters: ChooseContactTopicOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling chooseContactTopic().'
            );
        }

        if (requestParameters['key'] == null) {
            throw new runtime.RequiredError(
                'key',
                'Required parameter "key" was null or undefined when calling chooseContactTopic().'
            );
        }

        if (requestParameters['ChooseContactTopicRequest'] == null) {
            throw new runtime.RequiredError(
                'ChooseContactTopicRequest',
                'Required parameter "ChooseContactTopicRequest" was null or undefined when calling chooseContactTopic().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}/topics/{key}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));
        urlPath = urlPath.replace('{key}', encodeURIComponent(String(requestParameters['key'])));

        return {
            path: urlPath,
            method: 'PUT',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['ChooseContactTopicRequest'],
        };
    }

    /**
     * For a preference page of your own. Mail of the topic goes to the contact, or does not any more, what is queued included. The choice is kept with its proof. Repeating it is no error and changes nothing. A contact with `unsubscribed_at` gets no mail of any topic. 
     * Choose a topic for a contact
     */
    async chooseContactTopicRaw(requestParameters: ChooseContactTopicOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactTopic>> {
        const requestOptions = await this.chooseContactTopicRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * For a preference page of your own. Mail of the topic goes to the contact, or does not any more, what is queued included. The choice is kept with its proof. Repeating it is no error and changes nothing. A contact with `unsubscribed_at` gets no mail of any topic. 
     * Choose a topic for a contact
     */
    async chooseContactTopic(requestParameters: ChooseContactTopicOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactTopic> {
        const response = await this.chooseContactTopicRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for deleteContact without sending the request
     */
    async deleteContactRequestOpts(requestParameters: DeleteContactRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling deleteContact().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'DELETE',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The contact goes with its properties, events and subscriptions. Its runs of automations are cancelled with the reason `contact_erased`, and mail of campaigns that waits for it is not sent. Messages and logs stay: use `POST /v1/compliance/deletions` to erase what is known of an address.  Its opt-out goes with it. To send no campaigns to a person, keep the contact, or suppress the address. 
     * Delete a contact
     */
    async deleteContactRaw(requestParameters: DeleteContactRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<void>> {
        const requestOptions = await this.deleteContactRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.VoidApiResponse(response);
    }

    /**
     * The contact goes with its properties, events and subscriptions. Its runs of automations are cancelled with the reason `contact_erased`, and mail of campaigns that waits for it is not sent. Messages and logs stay: use `POST /v1/compliance/deletions` to erase what is known of an address.  Its opt-out goes with it. To send no campaigns to a person, keep the contact, or suppress the address. 
     * Delete a contact
     */
    async deleteContact(requestParameters: DeleteContactRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<void> {
        await this.deleteContactRaw(requestParameters, initOverrides);
    }

    /**
     * Creates request options for exportContactImportLines without sending the request
     */
    async exportContactImportLinesRequestOpts(requestParameters: ExportContactImportLinesRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling exportContactImportLines().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contact-imports/{id}/lines`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Every line that was not imported, or not wholly, in the order of the file, streamed: as CSV, or with `Accept: application/x-ndjson` as a `ContactImportLine` a line. Those of an import that is running are those so far. 
     * Export the lines of an import that were not imported
     */
    async exportContactImportLinesRaw(requestParameters: ExportContactImportLinesRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<string>> {
        const requestOptions = await this.exportContactImportLinesRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        if (this.isJsonMime(response.headers.get('content-type'))) {
            return new runtime.JSONApiResponse<string>(response);
        } else {
            return new runtime.TextApiResponse(response) as any;
        }
    }

    /**
     * Every line that was not imported, or not wholly, in the order of the file, streamed: as CSV, or with `Accept: application/x-ndjson` as a `ContactImportLine` a line. Those of an import that is running are those so far. 
     * Export the lines of an import that were not imported
     */
    async exportContactImportLines(requestParameters: ExportContactImportLinesRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<string> {
        const response = await this.exportContactImportLinesRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for exportContacts without sending the request
     */
    async exportContactsRequestOpts(requestParameters: ExportContactsRequest): Promise<runtime.RequestOpts> {
        const queryParameters: any = {};

        if (requestParameters['since'] != null) {
            queryParameters['since'] = requestParameters['since'];
        }

        if (requestParameters['until'] != null) {
            queryParameters['until'] = requestParameters['until'];
        }

        if (requestParameters['project_id'] != null) {
            queryParameters['project_id'] = requestParameters['project_id'];
        }

        if (requestParameters['email'] != null) {
            queryParameters['email'] = requestParameters['email'];
        }

        if (requestParameters['environment'] != null) {
            queryParameters['environment'] = requestParameters['environment'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/export`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * All contacts that the filters select, the newest first, streamed: as CSV, or with `Accept: application/x-ndjson` as a `Contact` a line. The CSV is safe to open in a spreadsheet: a field that a spreadsheet would take for a formula has an apostrophe before it. A reply that ends early is cut off in a way that HTTP clients report. 
     * Export contacts
     */
    async exportContactsRaw(requestParameters: ExportContactsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<string>> {
        const requestOptions = await this.exportContactsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        if (this.isJsonMime(response.headers.get('content-type'))) {
            return new runtime.JSONApiResponse<string>(response);
        } else {
            return new runtime.TextApiResponse(response) as any;
        }
    }

    /**
     * All contacts that the filters select, the newest first, streamed: as CSV, or with `Accept: application/x-ndjson` as a `Contact` a line. The CSV is safe to open in a spreadsheet: a field that a spreadsheet would take for a formula has an apostrophe before it. A reply that ends early is cut off in a way that HTTP clients report. 
     * Export contacts
     */
    async exportContacts(requestParameters: ExportContactsRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<string> {
        const response = await this.exportContactsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for importContacts without sending the request
     */
    async importContactsRequestOpts(requestParameters: ImportContactsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['project_id'] == null) {
            throw new runtime.RequiredError(
                'project_id',
                'Required parameter "project_id" was null or undefined when calling importContacts().'
            );
        }

        if (requestParameters['body'] == null) {
            throw new runtime.RequiredError(
                'body',
                'Required parameter "body" was null or undefined when calling importContacts().'
            );
        }

        const queryParameters: any = {};

        if (requestParameters['project_id'] != null) {
            queryParameters['project_id'] = requestParameters['project_id'];
        }

        if (requestParameters['list_id'] != null) {
            queryParameters['list_id'] = requestParameters['list_id'];
        }

        if (requestParameters['consent'] != null) {
            queryParameters['consent'] = requestParameters['consent'];
        }

        if (requestParameters['columns'] != null) {
            queryParameters['columns'] = requestParameters['columns'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        headerParameters['Content-Type'] = 'text/csv';

        if (requestParameters['Idempotency_Key'] != null) {
            headerParameters['Idempotency-Key'] = String(requestParameters['Idempotency_Key']);
        }

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/import`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['body'] as any,
        };
    }

    /**
     * A CSV (RFC 4180) in UTF-8, at most 100 MB after decompression and 1,000,000 lines, separated by commas, semicolons or tabs. The first line names the columns; a file of addresses alone needs none. The reply comes once the whole file is stored; its lines are imported after that, and `GET /v1/contact-imports/{id}` tells how far. A line that cannot be imported costs no other line: the report of lines names it.  `email`, `name`, `first_name`, `last_name`, `unsubscribed_at`, `properties` (JSON) and the columns of proof are known by these names and usual other ones; every other column becomes a property of its name. `columns` says otherwise. Contacts that exist are changed as by `PUT /v1/contacts`; an empty field changes nothing, so the same file twice changes nothing the second time. Nobody who has opted out is opted in, and nothing is sent to suppressed addresses. Automations do not start for contacts that a file has made, and no event is recorded.  With `list_id` the contacts are subscribed to the list. `consent=proof`: each line has `consent_at` and `consent_source`, and may have `consent_ip`, which are kept as proof. `consent=opt_in`: each gets the list\'s opt-in mail, by the rules of `POST /v1/subscriber-lists/{id}/subscriptions`; a key needs `messages:send` for it. Who has unsubscribed from the list stays so.  An import ends as failed, with `too_many_refused`, where 10,000 lines in a row are refused, or more than half of at least 20,000. What was imported by then stays, and `error.line` is the line from which the rest can be sent.  The file is deleted once its import has ended. A workspace has 10 running imports at most (409 `invalid_state`). 
     * Import contacts
     */
    async importContactsRaw(requestParameters: ImportContactsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactImport>> {
        const requestOptions = await this.importContactsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * A CSV (RFC 4180) in UTF-8, at most 100 MB after decompression and 1,000,000 lines, separated by commas, semicolons or tabs. The first line names the columns; a file of addresses alone needs none. The reply comes once the whole file is stored; its lines are imported after that, and `GET /v1/contact-imports/{id}` tells how far. A line that cannot be imported costs no other line: the report of lines names it.  `email`, `name`, `first_name`, `last_name`, `unsubscribed_at`, `properties` (JSON) and the columns of proof are known by these names and usual other ones; every other column becomes a property of its name. `columns` says otherwise. Contacts that exist are changed as by `PUT /v1/contacts`; an empty field changes nothing, so the same file twice changes nothing the second time. Nobody who has opted out is opted in, and nothing is sent to suppressed addresses. Automations do not start for contacts that a file has made, and no event is recorded.  With `list_id` the contacts are subscribed to the list. `consent=proof`: each line has `consent_at` and `consent_source`, and may have `consent_ip`, which are kept as proof. `consent=opt_in`: each gets the list\'s opt-in mail, by the rules of `POST /v1/subscriber-lists/{id}/subscriptions`; a key needs `messages:send` for it. Who has unsubscribed from the list stays so.  An import ends as failed, with `too_many_refused`, where 10,000 lines in a row are refused, or more than half of at least 20,000. What was imported by then stays, and `error.line` is the line from which the rest can be sent.  The file is deleted once its import has ended. A workspace has 10 running imports at most (409 `invalid_state`). 
     * Import contacts
     */
    async importContacts(requestParameters: ImportContactsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactImport> {
        const response = await this.importContactsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listContactEvents without sending the request
     */
    async listContactEventsRequestOpts(requestParameters: ListContactEventsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listContactEvents().'
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

        if (requestParameters['name'] != null) {
            queryParameters['name'] = requestParameters['name'];
        }

        if (requestParameters['cursor'] != null) {
            queryParameters['cursor'] = requestParameters['cursor'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}/events`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * What was recorded of the contact, newest record first. 
     * List the events of a contact
     */
    async listContactEventsRaw(requestParameters: ListContactEventsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactEventList>> {
        const requestOptions = await this.listContactEventsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * What was recorded of the contact, newest record first. 
     * List the events of a contact
     */
    async listContactEvents(requestParameters: ListContactEventsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactEventList> {
        const response = await this.listContactEventsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listContactImports without sending the request
     */
    async listContactImportsRequestOpts(requestParameters: ListContactImportsRequest): Promise<runtime.RequestOpts> {
        const queryParameters: any = {};

        if (requestParameters['limit'] != null) {
            queryParameters['limit'] = requestParameters['limit'];
        }

        if (requestParameters['cursor'] != null) {
            queryParameters['cursor'] = requestParameters['cursor'];
        }

        if (requestParameters['since'] != null) {
            queryParameters['since'] = requestParameters['since'];
        }

        if (requestParameters['until'] != null) {
            queryParameters['until'] = requestParameters['until'];
        }

        if (requestParameters['project_id'] != null) {
            queryParameters['project_id'] = requestParameters['project_id'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contact-imports`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The newest first. They are kept as long as messages are.
     * List imports of contacts
     */
    async listContactImportsRaw(requestParameters: ListContactImportsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactImportList>> {
        const requestOptions = await this.listContactImportsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The newest first. They are kept as long as messages are.
     * List imports of contacts
     */
    async listContactImports(requestParameters: ListContactImportsRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactImportList> {
        const response = await this.listContactImportsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listContactRuns without sending the request
     */
    async listContactRunsRequestOpts(requestParameters: ListContactRunsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listContactRuns().'
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

        let urlPath = `/v1/contacts/{id}/runs`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The contact\'s runs of any automation, newest first, as far back as they are kept. 
     * List the runs of a contact
     */
    async listContactRunsRaw(requestParameters: ListContactRunsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<AutomationRunList>> {
        const requestOptions = await this.listContactRunsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The contact\'s runs of any automation, newest first, as far back as they are kept. 
     * List the runs of a contact
     */
    async listContactRuns(requestParameters: ListContactRunsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<AutomationRunList> {
        const response = await this.listContactRunsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listContactSubscriptions without sending the request
     */
    async listContactSubscriptionsRequestOpts(requestParameters: ListContactSubscriptionsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listContactSubscriptions().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}/subscriptions`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The contact\'s subscriptions to any list, newest first. 
     * List the subscriptions of a contact
     */
    async listContactSubscriptionsRaw(requestParameters: ListContactSubscriptionsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<SubscriptionList>> {
        const requestOptions = await this.listContactSubscriptionsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The contact\'s subscriptions to any list, newest first. 
     * List the subscriptions of a contact
     */
    async listContactSubscriptions(requestParameters: ListContactSubscriptionsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<SubscriptionList> {
        const response = await this.listContactSubscriptionsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listContacts without sending the request
     */
    async listContactsRequestOpts(requestParameters: ListContactsRequest): Promise<runtime.RequestOpts> {
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

        if (requestParameters['project_id'] != null) {
            queryParameters['project_id'] = requestParameters['project_id'];
        }

        if (requestParameters['email'] != null) {
            queryParameters['email'] = requestParameters['email'];
        }

        if (requestParameters['cursor'] != null) {
            queryParameters['cursor'] = requestParameters['cursor'];
        }

        if (requestParameters['environment'] != null) {
            queryParameters['environment'] = requestParameters['environment'];
        }

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts`;

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * The contacts that the key sees, newest first: a project key sees its own project\'s. 
     * List contacts
     */
    async listContactsRaw(requestParameters: ListContactsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactList>> {
        const requestOptions = await this.listContactsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The contacts that the key sees, newest first: a project key sees its own project\'s. 
     * List contacts
     */
    async listContacts(requestParameters: ListContactsRequest = {}, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactList> {
        const response = await this.listContactsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for listTopicConsents without sending the request
     */
    async listTopicConsentsRequestOpts(requestParameters: ListTopicConsentsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling listTopicConsents().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}/topic-consents`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * Every choice of a topic with its proof, newest first. 
     * List the topic choices of a contact
     */
    async listTopicConsentsRaw(requestParameters: ListTopicConsentsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<TopicConsentList>> {
        const requestOptions = await this.listTopicConsentsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Every choice of a topic with its proof, newest first. 
     * List the topic choices of a contact
     */
    async listTopicConsents(requestParameters: ListTopicConsentsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<TopicConsentList> {
        const response = await this.listTopicConsentsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for recordContactEvent without sending the request
     */
    async recordContactEventRequestOpts(requestParameters: RecordContactEventOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling recordContactEvent().'
            );
        }

        if (requestParameters['RecordContactEventRequest'] == null) {
            throw new runtime.RequiredError(
                'RecordContactEventRequest',
                'Required parameter "RecordContactEventRequest" was null or undefined when calling recordContactEvent().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}/events`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['RecordContactEventRequest'],
        };
    }

    /**
     * Something that the contact did, for segments and automations to go by. `at` is when it happened, now where it is absent; it may be in the past, and up to an hour ahead (422 otherwise). 
     * Record an event of a contact
     */
    async recordContactEventRaw(requestParameters: RecordContactEventOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactEvent>> {
        const requestOptions = await this.recordContactEventRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Something that the contact did, for segments and automations to go by. `at` is when it happened, now where it is absent; it may be in the past, and up to an hour ahead (422 otherwise). 
     * Record an event of a contact
     */
    async recordContactEvent(requestParameters: RecordContactEventOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactEvent> {
        const response = await this.recordContactEventRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for recordContactEventByAddress without sending the request
     */
    async recordContactEventByAddressRequestOpts(requestParameters: RecordContactEventByAddressOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['RecordContactEventByAddressRequest'] == null) {
            throw new runtime.RequiredError(
                'RecordContactEventByAddressRequest',
                'Required parameter "RecordContactEventByAddressRequest" was null or undefined when calling recordContactEventByAddress().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/events`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['RecordContactEventByAddressRequest'],
        };
    }

    /**
     * The same as `recordContactEvent`, for those who know the contact\'s project and address, in any case, and not its id. Where the project has no contact with this address, none is made (404 `not_found`). 
     * Record an event of the contact with an address
     */
    async recordContactEventByAddressRaw(requestParameters: RecordContactEventByAddressOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactEvent>> {
        const requestOptions = await this.recordContactEventByAddressRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * The same as `recordContactEvent`, for those who know the contact\'s project and address, in any case, and not its id. Where the project has no contact with this address, none is made (404 `not_found`). 
     * Record an event of the contact with an address
     */
    async recordContactEventByAddress(requestParameters: RecordContactEventByAddressOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactEvent> {
        const response = await this.recordContactEventByAddressRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveContact without sending the request
     */
    async retrieveContactRequestOpts(requestParameters: RetrieveContactRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveContact().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * One contact with its properties. 
     * Retrieve a contact
     */
    async retrieveContactRaw(requestParameters: RetrieveContactRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Contact>> {
        const requestOptions = await this.retrieveContactRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * One contact with its properties. 
     * Retrieve a contact
     */
    async retrieveContact(requestParameters: RetrieveContactRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Contact> {
        const response = await this.retrieveContactRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveContactImport without sending the request
     */
    async retrieveContactImportRequestOpts(requestParameters: RetrieveContactImportRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveContactImport().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contact-imports/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * How far it has come.
     * Retrieve an import of contacts
     */
    async retrieveContactImportRaw(requestParameters: RetrieveContactImportRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactImport>> {
        const requestOptions = await this.retrieveContactImportRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * How far it has come.
     * Retrieve an import of contacts
     */
    async retrieveContactImport(requestParameters: RetrieveContactImportRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactImport> {
        const response = await this.retrieveContactImportRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for retrieveContactTopics without sending the request
     */
    async retrieveContactTopicsRequestOpts(requestParameters: RetrieveContactTopicsRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling retrieveContactTopics().'
            );
        }

        const queryParameters: any = {};

        const headerParameters: runtime.HTTPHeaders = {};

        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}/topics`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'GET',
            headers: headerParameters,
            query: queryParameters,
        };
    }

    /**
     * All topics of the contact\'s project, with what it has chosen. 
     * Retrieve the topics of a contact
     */
    async retrieveContactTopicsRaw(requestParameters: RetrieveContactTopicsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactTopics>> {
        const requestOptions = await this.retrieveContactTopicsRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * All topics of the contact\'s project, with what it has chosen. 
     * Retrieve the topics of a contact
     */
    async retrieveContactTopics(requestParameters: RetrieveContactTopicsRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactTopics> {
        const response = await this.retrieveContactTopicsRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for updateContact without sending the request
     */
    async updateContactRequestOpts(requestParameters: UpdateContactOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['id'] == null) {
            throw new runtime.RequiredError(
                'id',
                'Required parameter "id" was null or undefined when calling updateContact().'
            );
        }

        if (requestParameters['UpdateContactRequest'] == null) {
            throw new runtime.RequiredError(
                'UpdateContactRequest',
                'Required parameter "UpdateContactRequest" was null or undefined when calling updateContact().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/{id}`;
        urlPath = urlPath.replace('{id}', encodeURIComponent(String(requestParameters['id'])));

        return {
            path: urlPath,
            method: 'PATCH',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpdateContactRequest'],
        };
    }

    /**
     * What the request leaves out stays as it is; a property that is null is removed, the others are merged. `email` gives the contact another address. Its id, properties, events, topics, consents, runs of automations and mail of campaigns that is not sent yet stay with it, and its subscriptions go to the new address. A subscription that is `pending` has to be asked for again: the opt-in mail went to the old address, and its link confirms nothing any more.  Messages, logs and suppressions are kept by address, and stay with the old one. An address that another contact of the project has, in any case, and one that was erased are refused (409 `invalid_state`), and nothing changes. 
     * Change a contact
     */
    async updateContactRaw(requestParameters: UpdateContactOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Contact>> {
        const requestOptions = await this.updateContactRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * What the request leaves out stays as it is; a property that is null is removed, the others are merged. `email` gives the contact another address. Its id, properties, events, topics, consents, runs of automations and mail of campaigns that is not sent yet stay with it, and its subscriptions go to the new address. A subscription that is `pending` has to be asked for again: the opt-in mail went to the old address, and its link confirms nothing any more.  Messages, logs and suppressions are kept by address, and stay with the old one. An address that another contact of the project has, in any case, and one that was erased are refused (409 `invalid_state`), and nothing changes. 
     * Change a contact
     */
    async updateContact(requestParameters: UpdateContactOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Contact> {
        const response = await this.updateContactRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for upsertContact without sending the request
     */
    async upsertContactRequestOpts(requestParameters: UpsertContactOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['UpsertContactRequest'] == null) {
            throw new runtime.RequiredError(
                'UpsertContactRequest',
                'Required parameter "UpsertContactRequest" was null or undefined when calling upsertContact().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts`;

        return {
            path: urlPath,
            method: 'PUT',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpsertContactRequest'],
        };
    }

    /**
     * Keyed by project and address, in any case. What the request leaves out stays as it is; a property that is null is removed, the others are merged. A new contact answers 201. An address that was erased is refused (409 `invalid_state`) until its suppression is taken back. 
     * Create or change a contact
     */
    async upsertContactRaw(requestParameters: UpsertContactOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<Contact>> {
        const requestOptions = await this.upsertContactRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Keyed by project and address, in any case. What the request leaves out stays as it is; a property that is null is removed, the others are merged. A new contact answers 201. An address that was erased is refused (409 `invalid_state`) until its suppression is taken back. 
     * Create or change a contact
     */
    async upsertContact(requestParameters: UpsertContactOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<Contact> {
        const response = await this.upsertContactRaw(requestParameters, initOverrides);
        return await response.value();
    }

    /**
     * Creates request options for upsertContactBatch without sending the request
     */
    async upsertContactBatchRequestOpts(requestParameters: UpsertContactBatchOperationRequest): Promise<runtime.RequestOpts> {
        if (requestParameters['UpsertContactBatchRequest'] == null) {
            throw new runtime.RequiredError(
                'UpsertContactBatchRequest',
                'Required parameter "UpsertContactBatchRequest" was null or undefined when calling upsertContactBatch().'
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
            const tokenString = await token("projectKey", ["contacts:*"]);

            if (tokenString) {
                headerParameters["Authorization"] = `Bearer ${tokenString}`;
            }
        }
        if (this.configuration && this.configuration.accessToken) {
            const token = this.configuration.accessToken;
            const tokenString = await token("workspaceKey", ["contacts:*"]);

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

        let urlPath = `/v1/contacts/batch`;

        return {
            path: urlPath,
            method: 'POST',
            headers: headerParameters,
            query: queryParameters,
            body: requestParameters['UpsertContactBatchRequest'],
        };
    }

    /**
     * Creates or changes up to 100 contacts of a project in one transaction, each as `PUT /v1/contacts` does. A contact that is refused does not hold up the others, and its result says what the single request would have said. They are taken in their order, and the same address may come several times. The batch is checked as a whole for its project and its 1 to 100 contacts; if that fails nothing is stored. It counts as many requests as it has contacts.  The same batch under the same `Idempotency-Key` returns the first reply again. Without a key, or under a new one, it is done again, which changes nothing that is as it says already; rejected contacts are tried again. For files of contacts there is `POST /v1/contacts/import`. 
     * Create or change a batch of contacts
     */
    async upsertContactBatchRaw(requestParameters: UpsertContactBatchOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<runtime.ApiResponse<ContactBatchResult>> {
        const requestOptions = await this.upsertContactBatchRequestOpts(requestParameters);
        const response = await this.request(requestOptions, initOverrides);

        return new runtime.JSONApiResponse(response);
    }

    /**
     * Creates or changes up to 100 contacts of a project in one transaction, each as `PUT /v1/contacts` does. A contact that is refused does not hold up the others, and its result says what the single request would have said. They are taken in their order, and the same address may come several times. The batch is checked as a whole for its project and its 1 to 100 contacts; if that fails nothing is stored. It counts as many requests as it has contacts.  The same batch under the same `Idempotency-Key` returns the first reply again. Without a key, or under a new one, it is done again, which changes nothing that is as it says already; rejected contacts are tried again. For files of contacts there is `POST /v1/contacts/import`. 
     * Create or change a batch of contacts
     */
    async upsertContactBatch(requestParameters: UpsertContactBatchOperationRequest, initOverrides?: RequestInit | runtime.InitOverrideFunction): Promise<ContactBatchResult> {
        const response = await this.upsertContactBatchRaw(requestParameters, initOverrides);
        return await response.value();
    }

}

/**
 * @export
 */
export const ImportContactsConsentEnum = {
    proof: 'proof',
    opt_in: 'opt_in',
} as const;
export type ImportContactsConsentEnum = typeof ImportContactsConsentEnum[keyof typeof ImportContactsConsentEnum];
