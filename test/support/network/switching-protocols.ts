/** A reply that ends a request of Node's without a response and without an error (RFC 9110, section 15.2.2). */
export const switchingProtocols =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
