/** For `vi.waitFor`, whose own limit of a second a busy machine outlasts. In milliseconds. */
export const patiently = { timeout: 180_000 }

/** For clients of nodemailer, which give a greeting 30 seconds. In milliseconds. */
export const patientClient = { connectionTimeout: 180_000, greetingTimeout: 180_000 }
