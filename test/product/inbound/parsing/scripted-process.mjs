// A process for messages that does what they say, in place of the one that takes them apart.

/** Number of mails that wait for the DNS now, and the most that waited at once. */
let [waiting, mostWaiting] = [0, 0]

const auth = { spf: { result: 'none', domain: null }, dkim: [], dmarc: { result: 'none' } }

process.on('message', async (asked) => {
  for (const { id, job } of asked) {
    const said = typeof job.source === 'string' ? job.source : Buffer.from(job.source).toString()
    if (said.startsWith('hang')) for (;;);
    // As where other processes have the machine for themselves.
    if (said.startsWith('slow')) await new Promise((done) => setTimeout(done, 1500))
    if (said.startsWith('exit')) process.exit(1)
    if (said.startsWith('unreadable')) process.send(parsed({ id, failed: 'unreadable' }))
    else if (said.startsWith('unavailable')) process.send(parsed({ id, failed: 'unavailable' }))
    else {
      if (said.startsWith('early')) process.send({ parsed: [], authenticated: [{ id, auth }] })
      process.send(parsed({ id, read: { mail: { subject: said, text: String(process.pid) } } }))
      const answer = () => process.send({ parsed: [], authenticated: [{ id, auth }] })
      if (said.startsWith('company')) {
        waiting += 1
        mostWaiting = Math.max(mostWaiting, waiting)
        setTimeout(() => {
          const told = { ...auth, spf: { result: 'none', domain: String(mostWaiting) } }
          process.send({ parsed: [], authenticated: [{ id, auth: told }] })
          waiting -= 1
        }, 200)
      } else if (said.startsWith('later')) setTimeout(answer, 50)
      else if (!/^(never|early)/.test(said)) answer()
    }
    // As between reads of a message.
    await new Promise((turn) => setImmediate(turn))
  }
})

function parsed(answer) {
  return { parsed: [answer], authenticated: [] }
}

process.on('disconnect', () => process.exit())
process.send({ ready: true })
