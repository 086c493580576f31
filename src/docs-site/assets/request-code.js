/*
 * The code for a request, in each language of the reference. The server imports this file for its pages, and browsers run it to
 * show the request of a form. A string such as `$USER_ID` stands for a value that the reader sets in the environment.
 */
const VARIABLE = /^\$([A-Z][A-Z_]*)$/;

export const variableIn = (value) => (typeof value === 'string' ? VARIABLE.exec(value)?.[1] : undefined);

/** Applies a function to the variables of a text and another to what is between them. */
const mapVariables = (text, onText, onVariable) =>
  text
    .split(/(\$[A-Z][A-Z_]*)/)
    .map((part) => (variableIn(part) === undefined ? onText(part) : onVariable(part.slice(1))))
    .join('');

/** Path and query, encoded, with variables in the path. */
const targetOf = ({ path, pathValues, query }) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = pathValues[name] ?? '';
    return variableIn(value) === undefined ? encodeURIComponent(value) : value;
  });
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const keyOf = ({ authentication }) =>
  authentication === 'bearer'
    ? { header: 'Authorization', prefix: 'Bearer ', variable: 'OPERATOR_TOKEN' }
    : { header: 'Api-Key', prefix: '', variable: 'API_KEY' };

/** A value as a literal, over several lines if it contains others. */
const literal = (value, style, indent = '') => {
  if (variableIn(value) !== undefined) return style.variable(variableIn(value));
  if (typeof value === 'string') return style.string(value);
  if (typeof value === 'object' && value !== null) {
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    const inner = indent + style.indent;
    const items = Array.isArray(value)
      ? value.map((each) => literal(each, style, inner))
      : Object.entries(value).map(([name, each]) => `${style.name(name)}: ${literal(each, style, inner)}`);
    if (items.length === 0) return open + close;
    return `${open}\n${items.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`;
  }
  return style.constants?.[String(value)] ?? String(value);
};

// --- curl -----------------------------------------------------------------------------------------------------------

const curl = (request) => {
  const { method, isIdempotent, body } = request;
  const { header, prefix, variable } = keyOf(request);
  const parts = [`curl -s "$BASE_URL${targetOf(request)}"`, `-H "${header}: ${prefix}$${variable}"`];
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  if (!isImplied) parts.splice(1, 0, `-X ${method}`);
  if (request.isStream) parts.splice(1, 0, '--no-buffer');
  if (isIdempotent) parts.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  if (body !== undefined) {
    parts.push('-H "Content-Type: application/json"');
    const text = JSON.stringify(body, null, 2);
    // A here-document expands variables; single quotes do not.
    const expanded = mapVariables(
      text,
      (part) => part.replace(/[\\$`]/g, '\\$&'),
      (name) => `$${name}`,
    );
    const hasVariables = text.split('"').some((part) => variableIn(part) !== undefined);
    parts.push(hasVariables ? `-d @- <<JSON\n${expanded}\nJSON` : `-d '${text.replaceAll("'", `'\\''`)}'`);
  }
  return parts.join(' \\\n  ');
};

// --- TypeScript -----------------------------------------------------------------------------------------------------

const TYPESCRIPT = {
  indent: '  ',
  variable: (name) => name,
  string: (text) =>
    `'${JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replaceAll("'", String.raw`\'`)}'`,
  name: (name) => (/^[a-z_]\w*$/i.test(name) ? name : TYPESCRIPT.string(name)),
};

const typescript = (request) => {
  const { call, result, isPage, isStream, path, pathValues, query, body } = request;
  const item = isStream ? 'event' : result;
  const used = new Set();
  const style = { ...TYPESCRIPT, variable: (name) => (used.add(name), name) };
  const args = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => literal(pathValues[name] ?? '', style));
  if (Object.keys(query).length > 0) args.push(literal(query, style));
  if (body !== undefined) args.push(literal(body, style));
  const invoked = `ledger.${call}(${args.join(', ')})`;
  const names = ['BASE_URL', 'API_KEY', ...used].map((name) => `${name} = ''`);
  const lines =
    isPage || isStream
      ? [`for await (const ${item} of ${invoked}) {`, `  console.log(${item});`, '}']
      : [`const ${result} = await ${invoked};`, `console.log(${result});`];
  return [
    `import { LedgerError, createClient } from '@svc-ledger/client';`,
    '',
    `const { ${names.join(', ')} } = process.env;`,
    'const ledger = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });',
    '',
    'try {',
    ...lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`),
    '} catch (error) {',
    '  if (!(error instanceof LedgerError)) throw error;',
    '  console.error(error.code, error.message);',
    '}',
  ].join('\n');
};

// --- Python ---------------------------------------------------------------------------------------------------------

const PYTHON = {
  indent: '    ',
  variable: (name) => `os.environ["${name}"]`,
  string: (text) => JSON.stringify(text),
  name: (name) => JSON.stringify(name),
  constants: { true: 'True', false: 'False', null: 'None' },
};

const python = (request) => {
  const { method, isIdempotent, isStream, query, body } = request;
  const { header, prefix, variable } = keyOf(request);
  const url = mapVariables(
    targetOf({ ...request, query: {} }),
    (part) => part,
    (name) => `{os.environ['${name}']}`,
  );
  const key = prefix === '' ? PYTHON.variable(variable) : `f"${prefix}{os.environ['${variable}']}"`;
  const headers = [`"${header}": ${key}`, ...(isIdempotent ? ['"Idempotency-Key": str(uuid.uuid4())'] : [])];
  const lines = [
    `requests.${method.toLowerCase()}(`,
    `    f"{os.environ['BASE_URL']}${url}",`,
    ...(Object.keys(query).length > 0 ? [`    params=${literal(query, PYTHON, '    ')},`] : []),
    `    headers={${headers.length > 1 ? `\n${headers.map((each) => `        ${each},\n`).join('')}    ` : headers}},`,
    ...(body === undefined ? [] : [`    json=${literal(body, PYTHON, '    ')},`]),
    ...(isStream ? ['    stream=True,'] : []),
    `    timeout=30,`,
    ')',
  ];
  return [
    'import os',
    ...(isIdempotent ? ['import uuid'] : []),
    '',
    'import requests',
    '',
    `response = ${lines.join('\n')}`,
    'if not response.ok:',
    '    error = response.json()["error"]',
    `    raise SystemExit(f"{error['code']}: {error['message']}")`,
    ...(isStream
      ? ['for line in response.iter_lines(decode_unicode=True):', '    print(line)']
      : ['print(response.json())']),
  ].join('\n');
};

// --- C# -------------------------------------------------------------------------------------------------------------

/** A raw string, in which as many braces as it has dollar signs enclose a variable. */
const csharpRaw = (text) => {
  const runs = text.match(/\{+|\}+/g) ?? [];
  const depth = Math.max(2, ...runs.map((run) => run.length + 1));
  const hasVariables = text.split('"').some((part) => variableIn(part) !== undefined);
  const content = hasVariables
    ? mapVariables(
        text,
        (part) => part,
        (name) => `${'{'.repeat(depth)}env["${name}"]${'}'.repeat(depth)}`,
      )
    : text;
  const lines = content.split('\n').map((line) => `    ${line}`);
  return `${hasVariables ? '$'.repeat(depth) : ''}"""\n${lines.join('\n')}\n    """`;
};

const csharp = (request) => {
  const { method, isIdempotent, isStream, body } = request;
  const { header, prefix, variable } = keyOf(request);
  const url = mapVariables(
    targetOf(request),
    (part) => part,
    (name) => `{env["${name}"]}`,
  );
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  return [
    ...(body === undefined ? [] : ['using System.Text;']),
    'using System.Text.Json;',
    '',
    'var env = Environment.GetEnvironmentVariables();',
    'using var client = new HttpClient();',
    'using var request = new HttpRequestMessage(',
    `    HttpMethod.${name}, $"{env["BASE_URL"]}${url}");`,
    `request.Headers.Add("${header}", $"${prefix}{env["${variable}"]}");`,
    ...(isIdempotent ? ['request.Headers.Add("Idempotency-Key", $"{Guid.NewGuid()}");'] : []),
    ...(body === undefined
      ? []
      : [
          `request.Content = new StringContent(${csharpRaw(JSON.stringify(body, null, 2))}, Encoding.UTF8, "application/json");`,
        ]),
    '',
    `using var response = await client.SendAsync(request${isStream ? ', HttpCompletionOption.ResponseHeadersRead' : ''});`,
    'if (!response.IsSuccessStatusCode)',
    '{',
    '    using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());',
    '    var error = answer.RootElement.GetProperty("error");',
    '    throw new Exception($"{error.GetProperty("code")}: {error.GetProperty("message")}");',
    '}',
    ...(isStream
      ? [
          'using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());',
          'while (await reader.ReadLineAsync() is { } line) Console.WriteLine(line);',
        ]
      : ['Console.WriteLine(await response.Content.ReadAsStringAsync());']),
  ].join('\n');
};

// --- all ------------------------------------------------------------------------------------------------------------

const RENDERERS = { curl, typescript, python, csharp };

export const LANGUAGES = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  csharp: 'C#',
};

/** The languages that can express a request. The client for TypeScript has no calls for operators. */
export const languagesOf = ({ call }) =>
  Object.keys(LANGUAGES).filter((language) => language !== 'typescript' || call !== undefined);

export const requestCode = (language, request) => RENDERERS[language](request);

const TOKEN = {
  curl: /(?<v>\$[A-Z][A-Z_]*)/g,
  other:
    /(?<v>\b[A-Z]+_[A-Z_]+\b)|(?<s>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<k>\b(?:import|from|const|await|for|of|in|new|using|var|while|is|if|not|throw|try|catch|raise)\b)/g,
};

/** Cuts code into pieces, each with the name of its color or an empty name. */
export const colored = (language, code) => {
  const pieces = [];
  let at = 0;
  for (const match of code.matchAll(TOKEN[language] ?? TOKEN.other)) {
    const [color] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    pieces.push(['', code.slice(at, match.index)], [color, match[0]]);
    at = match.index + match[0].length;
  }
  return [...pieces, ['', code.slice(at)]];
};
