/** Declares only undici's client: the whole package has a fetch, WebSockets and more that each start would load. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}
