/** A user with a browser: opens a hosted page, fills in its form, and sends it. */

/** Gives the status of the answer; 303 when the form was taken. Throws when the page can't be opened. */
export async function fillInPage(url: string, fields: Readonly<Record<string, string>>): Promise<number> {
  const page = await fetch(url);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the page at ${url} answered ${page.status}`);
  const form = new URLSearchParams(fields);
  // What a browser sends along with the fields that people see.
  for (const [, name = '', value = ''] of html.matchAll(
    /<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g,
  ))
    form.set(name, value);
  const sent = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  await sent.text();
  return sent.status;
}
