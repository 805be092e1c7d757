/** Meaning of a status to a person, whatever resource has it. */
export type Meaning = 'neutral' | 'busy' | 'good' | 'warn' | 'bad' | 'off'
