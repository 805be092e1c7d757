/** The trace that a delivery or a webhook is a part of, as W3C Trace Context has it; null unless traces are on. */
export const up = `
alter table delivery_queue add column traceparent text;
alter table webhook_queue add column traceparent text;
`
