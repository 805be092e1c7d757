/**
 * What a changelog announces as deprecated: the items under its headings "Deprecated" (keepachangelog.com), each in one
 * line.
 *
 * @param changelog Markdown
 */
export function announced(changelog: string): string[] {
  return changelog
    .split(/^#+ /m)
    .filter((section) => /^deprecated\s*$/im.test(section.split('\n')[0] ?? ''))
    .flatMap((section) => section.split(/^- /m).slice(1))
    .map((item) => item.replace(/\s+/g, ' ').trim())
}
