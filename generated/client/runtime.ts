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

export const BASE_PATH = "http://localhost".replace(/\/+$/, "");

export interface ConfigurationParameters {
    basePath?: string; // override base path
    fetchApi?: FetchAPI; // override for fetch implementation
    middleware?: Middleware[]; // middleware to apply before/after fetch requests
    queryParamsStringify?: (params: HTTPQuery) => string; // stringify function for query strings
    username?: string; // parameter for basic security
    password?: string; // parameter for basic security
    apiKey?: string | Promise<string> | ((name: string) => string | Promise<string>); // parameter for apiKey security
    accessToken?: string | Promise<string> | ((name?: string, scopes?: string[]) => string | Promise<string>); // parameter for oauth2 security
    headers?: HTTPHeaders; //header params we want to use on every request
    credentials?: RequestCredentials; //value for the credentials param we want to use on each request
}

export class Configuration {
    constructor(private configuration: ConfigurationParameters = {}) {}

    set config(configuration: Configuration) {
        this.configuration = configuration;
    }

    get basePath(): string {
        return this.configuration.basePath != null ? this.configuration.basePath : BASE_PATH;
    }

    get fetchApi(): FetchAPI | undefined {
        return this.configuration.fetchApi;
    }

    get middleware(): Middleware[] {
        return this.configuration.middleware || [];
    }

    get queryParamsStringify(): (params: HTTPQuery) => string {
        return this.configuration.queryParamsStringify || querystring;
    }

    get username(): string | undefined {
        return this.configuration.username;
    }

    get password(): string | undefined {
        return this.configuration.password;
    }

    get apiKey(): ((name: string) => string | Promise<string>) | undefined {
        const apiKey = this.configuration.apiKey;
        if (apiKey) {
            return typeof apiKey === 'function' ? apiKey : () => apiKey;
        }
        return undefined;
    }

    get accessToken(): ((name?: string, scopes?: string[]) => string | Promise<string>) | undefined {
        const accessToken = this.configuration.accessToken;
        if (accessToken) {
            return typeof accessToken === 'function' ? accessToken : async () => accessToken;
        }
        return undefined;
    }

    get headers(): HTTPHeaders | undefined {
        return this.configuration.headers;
    }

    get credentials(): RequestCredentials | undefined {
        return this.configuration.credentials;
    }
}

export const DefaultConfig = new Configuration();

/**
 * This is the base class for all generated API classes.
 */
export class BaseAPI {

    private static readonly jsonRegex = /^(:?application\/json|[^;/ \t]+\/[^;/ \t]+[+]json)[ \t]*(:?;.*)?$/i;
    private middleware: Middleware[];

    constructor(protected configuration = DefaultConfig) {
        this.middleware = configuration.middleware;
    }

    withMiddleware<T extends BaseAPI>(this: T, ...middlewares: Middleware[]) {
        const next = this.clone<T>();
        next.middleware = next.middleware.concat(...middlewares);
        return next;
    }

    withPreMiddleware<T extends BaseAPI>(this: T, ...preMiddlewares: Array<Middleware['pre']>) {
        const middlewares = preMiddlewares.map((pre) => ({ pre }));
        return this.withMiddleware<T>(...middlewares);
    }

    withPostMiddleware<T extends BaseAPI>(this: T, ...postMiddlewares: Array<Middleware['post']>) {
        const middlewares = postMiddlewares.map((post) => ({ post }));
        return this.withMiddleware<T>(...middlewares);
    }

    /**
     * Check if the given MIME is a JSON MIME.
     * JSON MIME examples:
     *   application/json
     *   application/json; charset=UTF8
     *   APPLICATION/JSON
     *   application/vnd.company+json
     * @param mime - MIME (Multipurpose Internet Mail Extensions)
     * @return True if the given MIME is JSON, false otherwise.
     */
    protected isJsonMime(mime: string | null | undefined): boolean {
        if (!mime) {
            return false;
        }
        return BaseAPI.jsonRegex.test(mime);
    }

    protected async request(context: RequestOpts, initOverrides?: RequestInit | InitOverrideFunction): Promise<Response> {
        const { url, init } = await this.createFetchParams(context, initOverrides);
        const response = await this.fetchApi(url, init);
        if (response && (response.status >= 200 && response.status < 300)) {
            return response;
        }
        throw new ResponseError(response, 'Response returned an error code');
    }

    private async createFetchParams(context: RequestOpts, initOverrides?: RequestInit | InitOverrideFunction) {
        let url = this.configuration.basePath + context.path;
        if (context.query !== undefined && Object.keys(context.query).length !== 0) {
            // only add the querystring to the URL if there are query parameters.
            // this is done to avoid urls ending with a "?" character which buggy webservers
            // do not handle correctly sometimes.
            url += '?' + this.configuration.queryParamsStringify(context.query);
        }

        const headers = Object.assign({}, this.configuration.headers, context.headers);
        Object.keys(headers).forEach(key => headers[key] === undefined ? delete headers[key] : {});

        const initOverrideFn =
            typeof initOverrides === "function"
                ? initOverrides
                : async () => initOverrides;

        const initParams = {
            method: context.method,
            headers,
            body: context.body,
            credentials: this.configuration.credentials,
        };

        const overriddenInit: RequestInit = {
            ...initParams,
            ...(await initOverrideFn({
                init: initParams,
                context,
            }))
        };

        let body: any;
        if (isFormData(overriddenInit.body)
            || (overriddenInit.body instanceof URLSearchParams)
            || isBlob(overriddenInit.body)) {
          body = overriddenInit.body;
        } else if (this.isJsonMime(headers['Content-Type'])) {
          body = JSON.stringify(overriddenInit.body);
        } else {
          body = overriddenInit.body;
        }

        const init: RequestInit = {
            ...overriddenInit,
            body
        };

        return { url, init };
    }

    private fetchApi = async (url: string, init: RequestInit) => {
        let fetchParams = { url, init };
        for (const middleware of this.middleware) {
            if (middleware.pre) {
                fetchParams = await middleware.pre({
                    fetch: this.fetchApi,
                    ...fetchParams,
                }) || fetchParams;
            }
        }
        let response: Response | undefined = undefined;
        try {
            response = await (this.configuration.fetchApi || fetch)(fetchParams.url, fetchParams.init);
        } catch (e) {
            for (const middleware of this.middleware) {
                if (middleware.onError) {
                    response = await middleware.onError({
                        fetch: this.fetchApi,
                        url: fetchParams.url,
                        init: fetchParams.init,
                        error: e,
                        response: response ? response.clone() : undefined,
                    }) || response;
                }
            }
            if (response === undefined) {
              if (e instanceof Error) {
                throw new FetchError(e, 'The request failed and the interceptors did not return an alternative response');
              } else {
                throw e;
              }
            }
        }
        for (const middleware of this.middleware) {
            if (middleware.post) {
                response = await middleware.post({
                    fetch: this.fetchApi,
                    url: fetchParams.url,
                    init: fetchParams.init,
                    response: response.clone(),
                }) || response;
            }
        }
        return response;
    }

    /**
     * Create a shallow clone of `this` by constructing a new instance
     * and then shallow cloning data members.
     */
    private clone<T extends BaseAPI>(this: T): T {
        const constructor = this.constructor as any;
        const next = new constructor(this.configuration);
        next.middleware = this.middleware.slice();
        return next;
    }
};

function isBlob(value: any): value is Blob {
    return typeof Blob !== 'undefined' && value instanceof Blob;
}

function isFormData(value: any): value is FormData {
    return typeof FormData !== "undefined" && value instanceof FormData;
}

export class ResponseError extends Error {
    override name: "ResponseError" = "ResponseError";
    constructor(public response: Response, msg?: string) {
        super(msg);

        // restore prototype chain
        const actualProto = new.target.prototype;
        if (Object.setPrototypeOf) {
            Object.setPrototypeOf(this, actualProto);
        }
    }
}

export class FetchError extends Error {
    override name: "FetchError" = "FetchError";
    constructor(public cause: Error, msg?: string) {
        super(msg);

        // restore prototype chain
        const actualProto = new.target.prototype;
        if (Object.setPrototypeOf) {
            Object.setPrototypeOf(this, actualProto);
        }
    }
}

export class RequiredError extends Error {
    override name: "RequiredError" = "RequiredError";
    constructor(public field: string, msg?: string) {
        super(msg);

        // restore prototype chain
        const actualProto = new.target.prototype;
        if (Object.setPrototypeOf) {
            Object.setPrototypeOf(this, actualProto);
        }
    }
}

export const COLLECTION_FORMATS = {
    csv: ",",
    ssv: " ",
    tsv: "\t",
    pipes: "|",
};

export type FetchAPI = WindowOrWorkerGlobalScope['fetch'];

export type Json = any;
export type HTTPMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
export type HTTPHeaders = { [key: string]: string };
export type HTTPQuery = { [key: string]: string | number | null | boolean | Array<string | number | null | boolean> | Set<string | number | null | boolean> | HTTPQuery };
export type HTTPBody = Json | FormData | URLSearchParams;
export type HTTPRequestInit = { headers?: HTTPHeaders; method: HTTPMethod; credentials?: RequestCredentials; body?: HTTPBody };
export type ModelPropertyNaming = 'camelCase' | 'snake_case' | 'PascalCase' | 'original';

export type InitOverrideFunction = (requestContext: { init: HTTPRequestInit, context: RequestOpts }) => Promise<RequestInit>

export interface FetchParams {
    url: string;
    init: RequestInit;
}

export interface RequestOpts {
    path: string;
    method: HTTPMethod;
    headers: HTTPHeaders;
    query?: HTTPQuery;
    body?: HTTPBody;
}

export function querystring(params: HTTPQuery, prefix: string = ''): string {
    return Object.keys(params)
        .map(key => querystringSingleKey(key, params[key], prefix))
        .filter(part => part.length > 0)
        .join('&');
}

function querystringSingleKey(key: string, value: string | number | null | undefined | boolean | Array<string | number | null | boolean> | Set<string | number | null | boolean> | HTTPQuery, keyPrefix: string = ''): string {
    const fullKey = keyPrefix + (keyPrefix.length ? `[${key}]` : key);
    if (value instanceof Array) {
        const multiValue = value.map(singleValue => encodeURIComponent(String(singleValue)))
            .join(`&${encodeURIComponent(fullKey)}=`);
        return `${encodeURIComponent(fullKey)}=${multiValue}`;
    }
    if (value instanceof Set) {
        const valueAsArray = Array.from(value);
        return querystringSingleKey(key, valueAsArray, keyPrefix);
    }
    if (value instanceof Date) {
        return `${encodeURIComponent(fullKey)}=${encodeURIComponent(serializeDateTime(value))}`;
    }
    if (value instanceof Object) {
        return querystring(value as HTTPQuery, fullKey);
    }
    return `${encodeURIComponent(fullKey)}=${encodeURIComponent(String(value))}`;
}

export function exists(json: any, key: string) {
    const value = json[key];
    return value !== null && value !== undefined;
}

/**
 * Every generated date call site routes through these.
 *
 * `format: date` is a calendar date, with no time and no offset, so it is converted
 * against the local calendar on both ends: they have to agree or the date shifts by
 * a day. `format: date-time` is an instant and uses UTC.
 */
export function serializeDateTime(value: Date): string {
    return value.toISOString();
}



export function canConsumeForm(consumes: Consume[]): boolean {
    for (const consume of consumes) {
        if (consume.contentType?.startsWith('multipart/form-data') == true) {
            return true;
        }
    }
    return false;
}

export interface Consume {
    contentType: string;
}

export interface RequestContext {
    fetch: FetchAPI;
    url: string;
    init: RequestInit;
}

export interface ResponseContext {
    fetch: FetchAPI;
    url: string;
    init: RequestInit;
    response: Response;
}

export interface ErrorContext {
    fetch: FetchAPI;
    url: string;
    init: RequestInit;
    error: unknown;
    response?: Response;
}

export interface Middleware {
    pre?(context: RequestContext): Promise<FetchParams | void>;
    post?(context: ResponseContext): Promise<Response | void>;
    onError?(context: ErrorContext): Promise<Response | void>;
}

export interface ApiResponse<T> {
    raw: Response;
    value(): Promise<T>;
}

export interface ResponseTransformer<T> {
    (json: any): T;
}

export class JSONApiResponse<T> {
    constructor(public raw: Response, private transformer: ResponseTransformer<T> = (jsonValue: any) => jsonValue) {}

    async value(): Promise<T> {
        return this.transformer(await this.raw.json());
    }
}

export class VoidApiResponse {
    constructor(public raw: Response) {}

    async value(): Promise<void> {
        return undefined;
    }
}

export class BlobApiResponse {
    constructor(public raw: Response) {}

    async value(): Promise<Blob> {
        return await this.raw.blob();
    };
}

export class TextApiResponse {
    constructor(public raw: Response) {}

    async value(): Promise<string> {
        return await this.raw.text();
    };
}
