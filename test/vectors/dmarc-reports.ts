import { reportDay } from '../support/domains/dmarc-reports.js'

/** A reporter's report, and the result that a reader has to return. */
interface ReporterVector {
  readonly reporter: string
  /** The report's differences from the schema, or from the others. */
  readonly peculiar: string
  readonly xml: string | Buffer
  readonly head: {
    readonly reporter: string
    readonly reportId: string
    readonly seconds: readonly [number, number]
  }
  readonly rows: readonly Partial<{
    address: string
    count: number
    headerFrom: string | undefined
    disposition: string
    evaluated: { dkim: boolean; spf: boolean } | undefined
    signatures: readonly { domain: string; selector: string }[]
    spfDomains: readonly string[]
  }>[]
}

const [begin, end] = [reportDay, reportDay + 86_399]

/** Reports in the shape of those that the large reporters send, written for these tests. */
export const reporterVectors: readonly ReporterVector[] = [
  {
    reporter: 'Google',
    peculiar: 'a number as report_id, extra_contact_info, np and a schema without namespace',
    xml: `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>google.com</org_name>
    <email>noreply@reports.example</email>
    <extra_contact_info>https://help.example/a/answer/1</extra_contact_info>
    <report_id>9007199254740993123</report_id>
    <date_range>
      <begin>${begin}</begin>
      <end>${end}</end>
    </date_range>
  </report_metadata>
  <policy_published>
    <domain>shop.example</domain>
    <adkim>r</adkim>
    <aspf>r</aspf>
    <p>none</p>
    <sp>none</sp>
    <pct>100</pct>
    <np>none</np>
  </policy_published>
  <record>
    <row>
      <source_ip>2001:db8:1:2::53</source_ip>
      <count>17</count>
      <policy_evaluated>
        <disposition>none</disposition>
        <dkim>pass</dkim>
        <spf>pass</spf>
      </policy_evaluated>
    </row>
    <identifiers>
      <header_from>shop.example</header_from>
    </identifiers>
    <auth_results>
      <dkim>
        <domain>shop.example</domain>
        <result>pass</result>
        <selector>ps1</selector>
      </dkim>
      <dkim>
        <domain>esp.example</domain>
        <result>fail</result>
        <selector>x</selector>
      </dkim>
      <spf>
        <domain>bounce.shop.example</domain>
        <result>pass</result>
      </spf>
    </auth_results>
  </record>
</feedback>
`,
    head: { reporter: 'google.com', reportId: '9007199254740993123', seconds: [begin, end] },
    rows: [
      {
        address: '2001:db8:1:2::53',
        count: 17,
        headerFrom: 'shop.example',
        disposition: 'none',
        evaluated: { dkim: true, spf: true },
        signatures: [{ domain: 'shop.example', selector: 'ps1' }],
        spfDomains: ['bounce.shop.example'],
      },
    ],
  },
  {
    reporter: 'Microsoft',
    peculiar:
      'schema attributes at the root, a range that ends where the next begins, envelope_to, SPF with a scope',
    xml: `<?xml version="1.0"?>
<feedback xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <version>1.0</version>
  <report_metadata>
    <org_name>Enterprise Outlook</org_name>
    <email>dmarcreport@receiver.example</email>
    <report_id>0123456789abcdef0123456789abcdef</report_id>
    <date_range><begin>${begin}</begin><end>${begin + 86_400}</end></date_range>
  </report_metadata>
  <policy_published><domain>shop.example</domain><adkim>r</adkim><aspf>r</aspf><p>reject</p><sp>reject</sp><pct>100</pct><fo>1</fo></policy_published>
  <record>
    <row><source_ip>198.51.100.9</source_ip><count>2</count>
      <policy_evaluated><disposition>reject</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated></row>
    <identifiers><envelope_to>tenant.example</envelope_to><envelope_from>other.example</envelope_from><header_from>shop.example</header_from></identifiers>
    <auth_results><dkim><domain>none</domain><selector /><result>none</result></dkim>
      <spf><domain>other.example</domain><scope>mfrom</scope><result>pass</result></spf></auth_results>
  </record>
</feedback>`,
    head: {
      reporter: 'enterprise outlook',
      reportId: '0123456789abcdef0123456789abcdef',
      seconds: [begin, begin + 86_400],
    },
    rows: [
      {
        disposition: 'reject',
        evaluated: { dkim: false, spf: false },
        signatures: [],
        spfDomains: ['other.example'],
      },
    ],
  },
  {
    reporter: 'Yahoo',
    peculiar: 'a report_id with a dot, permerror, several SPF results',
    xml: `<?xml version="1.0"?><feedback><report_metadata><org_name>Yahoo</org_name><email>d@receiver.example</email><report_id>1700000000.123456</report_id><date_range><begin>${begin}</begin><end>${end} </end></date_range></report_metadata><policy_published><domain>shop.example</domain><adkim>s</adkim><aspf>s</aspf><p>quarantine</p><pct>50</pct></policy_published><record><row><source_ip>203.0.113.80</source_ip><count>4</count><policy_evaluated><disposition>quarantine</disposition><dkim>fail</dkim><spf>fail</spf><reason><type>sampled_out</type></reason></policy_evaluated></row><identifiers><header_from>shop.example</header_from></identifiers><auth_results><dkim><domain>shop.example</domain><selector>ps1</selector><result>permerror</result></dkim><spf><domain>a.example</domain><result>softfail</result></spf><spf><domain>b.example</domain><scope>helo</scope><result>pass</result></spf></auth_results></record></feedback>`,
    head: { reporter: 'yahoo', reportId: '1700000000.123456', seconds: [begin, end] },
    rows: [{ disposition: 'quarantine', count: 4, signatures: [], spfDomains: ['b.example'] }],
  },
  {
    reporter: 'Mail.Ru',
    peculiar: 'line breaks within values, a dotted report_id, words in capitals',
    xml: `<?xml version="1.0" encoding="utf-8"?>
<feedback><report_metadata><date_range><end>${end}</end><begin>${begin}</begin></date_range><email>
dmarc_support@receiver.example
</email><report_id>
 9876543210.0
</report_id><org_name>Mail.Ru</org_name></report_metadata>
<policy_published><p>NONE</p><domain>SHOP.EXAMPLE.</domain></policy_published>
<record><auth_results><dkim><domain>Shop.Example.</domain><selector>PS1</selector><result>Pass</result></dkim><spf><domain>shop.example</domain><result>PASS</result></spf></auth_results>
<identifiers><header_from>Shop.Example.</header_from></identifiers>
<row><count>
 3
</count><policy_evaluated><disposition>NONE</disposition><dkim>PASS</dkim><spf>Pass</spf></policy_evaluated><source_ip> 192.0.2.77 </source_ip></row></record></feedback>`,
    head: { reporter: 'mail.ru', reportId: '9876543210.0', seconds: [begin, end] },
    rows: [
      {
        address: '192.0.2.77',
        count: 3,
        headerFrom: 'shop.example',
        evaluated: { dkim: true, spf: true },
        signatures: [{ domain: 'shop.example', selector: 'ps1' }],
        spfDomains: ['shop.example'],
      },
    ],
  },
  {
    reporter: 'Comcast',
    peculiar: 'CDATA, comments, an IPv4 address that IPv6 carries, no selector',
    xml: `<?xml version="1.0" encoding="US-ASCII"?><!-- made daily --><feedback><report_metadata><org_name><![CDATA[Comcast & Co]]></org_name><email>d@receiver.example</email><report_id>rpt-<!-- x -->7</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata><policy_published><domain>shop.example</domain><p>none</p></policy_published><record><row><source_ip>::ffff:192.0.2.200</source_ip><count>1</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>shop.example</header_from></identifiers><auth_results><dkim><domain>shop.example</domain><result>pass</result><human_result>it is fine</human_result></dkim></auth_results></record></feedback>`,
    head: { reporter: 'comcast & co', reportId: 'rpt-7', seconds: [begin, end] },
    rows: [{ address: '192.0.2.200', signatures: [{ domain: 'shop.example', selector: '' }] }],
  },
  {
    reporter: 'Fastmail',
    peculiar: 'the schema of RFC 9990: namespace, generator, discovery_method, testing, pass as disposition',
    xml: `<?xml version="1.0" encoding="UTF-8"?>
<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0" xmlns:ext="https://ext.example/1">
  <version>1.0</version>
  <report_metadata><org_name>Fastmail Pty Ltd</org_name><email>d@receiver.example</email><report_id>a!b@receiver.example</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range><error>lookup was slow</error><generator>Reporter 2.1</generator></report_metadata>
  <policy_published><domain>shop.example</domain><discovery_method>treewalk</discovery_method><p>quarantine</p><sp>none</sp><np>reject</np><testing>y</testing><fo>1:d</fo></policy_published>
  <ext:extension><ext:thing>kept nowhere</ext:thing></ext:extension>
  <record>
    <row><source_ip>192.0.2.5</source_ip><count>8</count><policy_evaluated><disposition>pass</disposition><dkim>pass</dkim><spf>fail</spf><reason><type>policy_test_mode</type></reason></policy_evaluated></row>
    <identifiers><header_from>news.shop.example</header_from><envelope_from></envelope_from></identifiers>
    <auth_results><dkim><domain>shop.example</domain><selector>ps2</selector><result>pass</result></dkim><spf><domain>helo.example</domain><result>none</result></spf></auth_results>
  </record>
</feedback>`,
    head: { reporter: 'fastmail pty ltd', reportId: 'a!b@receiver.example', seconds: [begin, end] },
    rows: [
      {
        count: 8,
        headerFrom: 'news.shop.example',
        disposition: 'none',
        evaluated: { dkim: true, spf: false },
      },
    ],
  },
  {
    reporter: 'Amazon SES',
    peculiar: 'prefixes at all elements, milliseconds',
    xml: `<?xml version='1.0' encoding='UTF-8'?><d:feedback xmlns:d="http://dmarc.org/dmarc-xml/0.1"><d:report_metadata><d:org_name>AMAZON-SES</d:org_name><d:email>d@receiver.example</d:email><d:report_id>8a1c4c2e-0000-4000-8000-000000000001</d:report_id><d:date_range><d:begin>${begin}000</d:begin><d:end>${end}000</d:end></d:date_range></d:report_metadata><d:policy_published><d:domain>shop.example</d:domain></d:policy_published><d:record><d:row><d:source_ip>192.0.2.6</d:source_ip><d:count>1</d:count><d:policy_evaluated><d:disposition>none</d:disposition><d:dkim>fail</d:dkim><d:spf>pass</d:spf></d:policy_evaluated></d:row><d:identifiers><d:header_from>shop.example</d:header_from></d:identifiers><d:auth_results/></d:record></d:feedback>`,
    head: { reporter: 'amazon-ses', reportId: '8a1c4c2e-0000-4000-8000-000000000001', seconds: [begin, end] },
    rows: [{ evaluated: { dkim: false, spf: true }, signatures: [], spfDomains: [] }],
  },
  {
    reporter: 'Cisco',
    peculiar: 'UTF-16 with a byte order mark, ISO 8601 times',
    xml: Buffer.from(
      `\ufeff<?xml version="1.0" encoding="UTF-16"?><feedback><report_metadata><org_name>Empfänger  GmbH</org_name><email>d@receiver.example</email><report_id>ü-1</report_id><date_range><begin>${new Date(begin * 1000).toISOString()}</begin><end>${new Date(end * 1000).toISOString().replace('T', ' ').replace('.000Z', '')}</end></date_range></report_metadata><policy_published><domain>shop.example</domain></policy_published></feedback>`,
      'utf16le',
    ),
    head: { reporter: 'empfänger gmbh', reportId: 'ü-1', seconds: [begin, end] },
    rows: [],
  },
  {
    reporter: 'Mimecast',
    peculiar:
      'no header_from, no count, a prefix length behind the address, a begin one second behind the end',
    xml: `<feedback><report_metadata><org_name>Mimecast</org_name><report_id>m1</report_id><date_range><begin>${begin + 1}</begin><end>${begin}</end></date_range></report_metadata><policy_published><domain>shop.example</domain></policy_published><record><row><source_ip>192.0.2.8/32</source_ip><policy_evaluated><disposition/></policy_evaluated></row><auth_results><spf><domain>shop.example</domain><result>hardfail</result></spf><spf><domain>shop.example</domain><result>unknown</result></spf></auth_results></record></feedback>`,
    head: { reporter: 'mimecast', reportId: 'm1', seconds: [begin, begin + 1] },
    rows: [
      {
        address: '192.0.2.8',
        count: 1,
        headerFrom: undefined,
        disposition: 'none',
        evaluated: undefined,
        spfDomains: [],
      },
    ],
  },
  {
    reporter: 'GMX',
    peculiar: 'ISO-8859-1, white space ahead of the declaration, a domain in its own script',
    xml: Buffer.from(
      `\r\n <?xml version="1.0" encoding="ISO-8859-1"?>\r\n<feedback><report_metadata><org_name>1&amp;1 Gr\u00fc\u00dfe</org_name><email>d@receiver.example</email><report_id>g-1</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata><policy_published><domain>b\u00fccher.example</domain></policy_published><record><row><source_ip>192.0.2.9</source_ip><count>1</count></row><identifiers><header_from>b\u00dccher.example</header_from></identifiers><auth_results><dkim><domain>b\u00fccher.example</domain><selector>s</selector><result>pass</result></dkim></auth_results></record></feedback>`,
      'latin1',
    ),
    head: { reporter: '1&1 grüße', reportId: 'g-1', seconds: [begin, end] },
    rows: [
      {
        headerFrom: 'xn--bcher-kva.example',
        evaluated: undefined,
        signatures: [{ domain: 'xn--bcher-kva.example', selector: 's' }],
      },
    ],
  },
  {
    reporter: 'OpenDMARC',
    peculiar:
      'no org_name, so that its e-mail address says who it is; a From domain that is an address, or none at all',
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<feedback><report_metadata><org_name></org_name><email>postmaster@MX.University.example</email><report_id>shop.example:1</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata><policy_published><domain>shop.example</domain><adkim></adkim></policy_published><record><row><source_ip>192.0.2.10</source_ip><count>2</count><policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>bill@shop.example</header_from></identifiers></record><record><row><source_ip>192.0.2.10</source_ip><count>2</count><policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>=?utf-8?q?shop?=</header_from></identifiers></record></feedback>`,
    head: { reporter: 'mx.university.example', reportId: 'shop.example:1', seconds: [begin, end] },
    rows: [{ headerFrom: 'shop.example' }, { headerFrom: undefined }],
  },
  {
    reporter: 'LinkedIn',
    peculiar: 'a UTF-8 byte order mark, an address in brackets, From domains with underscores',
    xml: `\ufeff<?xml version="1.0"?><feedback><report_metadata><org_name>LinkedIn</org_name><email>d@receiver.example</email><report_id>li-1</report_id><date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata><policy_published><domain>shop.example</domain></policy_published><record><row><source_ip>[2001:DB8:0:0:0:0:0:1]</source_ip><count>5</count><policy_evaluated><disposition>reject</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>a_b.shop.example</header_from></identifiers></record></feedback>`,
    head: { reporter: 'linkedin', reportId: 'li-1', seconds: [begin, end] },
    rows: [{ address: '2001:db8::1', headerFrom: 'a_b.shop.example', disposition: 'reject' }],
  },
]
