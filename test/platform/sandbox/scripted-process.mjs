// A process that does what it is asked, in place of one that takes something apart.

process.on('message', (asked) => {
  if (asked === 'compute') for (;;);
  if (asked === 'exit') process.exit(3)
  // More than the heap takes.
  if (asked === 'fill') for (const all = []; ;) all.push({ all: [all.length] })
  if (asked !== 'wait') process.send({ pid: process.pid })
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
