/**
 * A key that nobody has the private half of: what names no passkey is verified by it, in vain and in the same time. A
 * COSE_Key of ES256, as most devices have.
 */
export const decoyKey = Buffer.from(
  'pQECAyYgASFYIKlAcJr3jYDVpTP8Cvv_KSL_xEQJvTyxV_CFg5hZXy0PIlggz8n0TWpHyST2HCdtovWZ1nLulRfuVrkqEF1ypxsO8ek',
  'base64url',
)
