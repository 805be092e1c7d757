/** Not written yet. */
export const up = `
select 1;
`
