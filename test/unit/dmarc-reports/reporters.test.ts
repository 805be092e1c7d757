import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipOf } from '../../support/dmarc-reports.js'
import { reporterVectors } from '../../vectors/dmarc-reports.js'
import { read } from './read.js'

test.each(reporterVectors)('a report in the shape of $reporter: $peculiar', async ({ xml, head, rows }) => {
  const report = await read(xml)
  expect(report.head).toMatchObject({
    reporter: head.reporter,
    reportId: head.reportId,
    begins: new Date(head.seconds[0] * 1000),
    ends: new Date(head.seconds[1] * 1000),
  })
  expect(report.all).toMatchObject(rows)
  expect(report.rows).toBe(rows.length)
  // However it is packed it says the same.
  const content = Buffer.from(xml)
  const half = Math.floor(content.length / 2)
  const members = [gzipSync(content.subarray(0, half)), gzipSync(content.subarray(half))]
  expect(await read(gzipSync(content))).toEqual(report)
  expect(await read(Buffer.concat(members))).toEqual(report)
  expect(await read(zipOf([{ name: 'r.xml', content }]))).toEqual(report)
})
