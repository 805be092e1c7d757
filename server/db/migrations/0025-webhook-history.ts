/** Room for what is written of a webhook delivery after it was queued. */
export const up = `
-- A delivery's row grows with its attempt, once in nearly all cases. With room for that on its own page the row is
-- changed there and no index is: that is half of what the change costs, and half of its log. Once a page's deliveries
-- have ended, the room of their first versions is used again.
alter table webhook_deliveries set (fillfactor = 40);
`
