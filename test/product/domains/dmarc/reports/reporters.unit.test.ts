import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  withoutLineEnds,
  maxBytes,
  unpack,
} from '../../../../../server/product/domains/dmarc/reports/unpack.js'
import { fileSource } from '../../../../../server/product/domains/dmarc/reports/source.js'
import { writeReport, writeRow, zipOf } from '../../../../support/domains/dmarc-reports.js'
import { newDataDir } from '../../../../support/run/scratch-folder.js'
import { reporterVectors } from '../../../../vectors/dmarc-reports.js'
import { read, refusalOf } from './read.js'

const whole = writeReport()

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
  const zip = zipOf([{ name: 'r.xml', content }])
  expect(await read(zip)).toEqual(report)
  for (const behind of ['\r\n', '\n', '\r\n\r\n', ' \t\r\n', '\0\0'])
    expect(await read(Buffer.concat([...members, Buffer.from(behind)]))).toEqual(report)
  for (const behind of ['\r\n', '\n', '\r\n\r\n', ' \t\r\n'])
    expect(await read(Buffer.concat([zip, Buffer.from(behind)]))).toEqual(report)
})

test.each([
  ['as it is', ''],
  ['with a line end behind it', '\r\n'],
])('a zip archive in a file, %s, says the same as its XML', async (_, behind) => {
  const content = Buffer.from(whole)
  const file = path.join(newDataDir(), 'report.zip')
  writeFileSync(file, Buffer.concat([zipOf([{ name: 'r.xml', content }]), Buffer.from(behind)]))
  const open = await unpack(await fileSource(file), maxBytes.ofFile)
  const chunks: Uint8Array[] = []
  for await (const chunk of open()) chunks.push(chunk)
  expect(Buffer.concat(chunks)).toEqual(content)
})

test('what can be the length of a large archive is not taken for line ends', async () => {
  const kept = async (max: number) => {
    const chunks: Uint8Array[] = []
    const packed = (async function* () {
      yield Buffer.from('archive\t\t')
      yield Buffer.from('\t\t\r\n')
    })()
    for await (const chunk of withoutLineEnds(packed, max)) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  // Four tabs are the length of 151,587,081 bytes (RFC 1952, section 2.3.1).
  expect(await kept(151_587_081)).toBe('archive\t\t\t\t')
  expect(await kept(151_587_080)).toBe('archive')
})

const schema =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://dmarc.org/dmarc-xml/0.1">'

test.each([
  ['never closed', whole.replace('<feedback>', `${schema}\n<feedback>`)],
  ['around the report', whole.replace('<feedback>', `${schema}<feedback>`).replace(/$/, '</xs:schema>\n')],
])('a report with the tag of a schema before it, %s, says the same', async (_, xml) => {
  expect(await read(xml)).toEqual(await read(whole))
})

test.each([
  ['two schemas', whole.replace('<feedback>', `${schema}${schema}<feedback>`), 'not_a_report'],
  ['a schema without a report', `${schema}<xs:element name="feedback"/>`, 'not_a_report'],
  ['a schema and two reports', `${schema}${whole.replace(/<.xml.*?>/, '').repeat(2)}`, 'not_a_report'],
  ['a schema and a report that is cut off', `${schema}<feedback><report_metadata>`, 'malformed_xml'],
])('%s are refused', async (_, xml, code) => {
  expect(await refusalOf(xml)).toBe(code)
})

test.each([
  ['a record without elements', '<record/><record> </record>'],
  ['a record of no messages', writeRow({ count: 0 })],
])('%s costs no other', async (_, more) => {
  const { head, messages } = await read(writeReport({ rows: [{ count: 2 }], more }))
  expect({ reporter: head.reporter, messages }).toEqual({ reporter: 'receiver', messages: 2 })
})

test('ampersands as they are and NULs behind the end do no harm, wherever the XML is cut', async () => {
  const names = ['A & B', 'A &', '& &amp; &lt;', 'AT&T &#38; Co', 'x'.repeat(200) + ' &amp']
  for (const org of names) {
    const { head } = await read(`${writeReport({ org })}\0\0\0`)
    expect(head.reporter).toContain('&')
  }
})
