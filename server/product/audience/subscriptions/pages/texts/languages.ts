import type { Request } from 'express'
import { ar } from './ar.js'
import { da } from './da.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { it } from './it.js'
import { ja } from './ja.js'
import { nl } from './nl.js'
import { pl } from './pl.js'
import { pt } from './pt.js'
import { sv } from './sv.js'
import type { Texts } from './texts.js'

/** Texts by language tag (RFC 5646). The first language is for everybody whose language is missing. */
export const languages = { en, de, fr, es, it, nl, pt, pl, sv, da, ja, ar } satisfies Record<string, Texts>
export type LanguageTag = keyof typeof languages

const tags = Object.keys(languages) as LanguageTag[]

/** Returns the language that the browser asks for, in any region. */
export function languageOf(req: Request): LanguageTag {
  const chosen = req.acceptsLanguages(tags)
  return tags.find((tag) => tag === chosen) ?? 'en'
}

/** Returns the writing direction of a language. */
export function directionOf(tag: LanguageTag): 'ltr' | 'rtl' {
  return tag === 'ar' ? 'rtl' : 'ltr'
}
