/** A usual transactional mail: some 4 KB of text and HTML, another one for each order. */
export interface Receipt {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The senders' domain, for which the mail is signed. */
export const senderDomain = 'shop.example'

export function receipt(order: number): Receipt {
  const link = `https://${senderDomain}/orders/${order}`
  const rows = Array.from({ length: 12 }, (_, row) => ({
    name: `Notebook, ruled, No. ${row + 1} – recycled paper`,
    price: `${4 + row}.50 €`,
  }))
  return {
    from: `receipts@${senderDomain}`,
    to: `customer${order}@mail${order % 20}.example`,
    subject: `Your receipt for order ${order}`,
    text: [
      `Thank you for your order ${order}.`,
      '',
      ...rows.map(({ name, price }) => `${name}: ${price}`),
      '',
      `You find the invoice in your account: ${link}`,
    ].join('\n'),
    html: [
      '<!doctype html><html><head><meta charset="utf-8"><title>Your receipt</title></head>',
      '<body style="margin:0;background:#f4f4f4;font-family:Helvetica,Arial,sans-serif">',
      `<h1 style="font-size:22px;color:#222">Thank you for your order ${order}</h1>`,
      '<table role="presentation" width="600" cellpadding="8" cellspacing="0">',
      ...rows.map(
        ({ name, price }) =>
          `<tr><td style="border-bottom:1px solid #ddd;color:#444;font-size:14px;padding:8px">${name}</td>` +
          `<td align="right" style="border-bottom:1px solid #ddd;color:#444;font-size:14px;padding:8px">${price}</td></tr>`,
      ),
      '</table>',
      `<p style="font-size:14px">You find the invoice <a href="${link}" style="color:#0a58ca">in your account</a>.</p>`,
      '</body></html>',
    ].join('\n'),
  }
}
