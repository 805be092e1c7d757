const words = (
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna ' +
  'aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis ' +
  'aute irure in reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat ' +
  'non proident sunt culpa qui officia deserunt mollit anim id est laborum'
).split(' ')

const longestLine = 75

/**
 * A text of words in lines, the same at each run, as KumoMTA's traffic-gen makes it: every mail has it.
 *
 * @param size in bytes
 * @param own puts the number of its mail into each line, so that no two mails are the same
 */
export function bodyMaker(size: number, own: boolean): (order: number) => string {
  const lines: string[] = []
  let [line, length] = ['', 0]
  // A linear congruential generator, with the numbers of Numerical Recipes.
  let state = 1
  while (length + line.length < size) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = words[state % words.length] ?? ''
    if (line.length + 1 + word.length > longestLine - (own ? 8 : 0)) {
      lines.push(line)
      length += line.length + (own ? 10 : 2)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  lines.push(line)
  if (own) return (order) => lines.join(` ${String(order).padStart(7, '0')}\n`)
  const text = lines.join('\n')
  return () => text
}
