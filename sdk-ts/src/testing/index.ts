export { MailTimeoutError, TestServerError } from './errors.js'
export type { Mail, MailAddress, MailAttachment } from './mail.js'
export {
  connectTestServer,
  startTestServer,
  type TestServer,
  type TestServerAccess,
  type TestServerOptions,
} from './server.js'
export { Sink, type MailFilter, type WaitForMailOptions } from './sink.js'
