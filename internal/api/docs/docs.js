// Shows the OpenAPI document of this server. Everything is put in as text, so
// nothing in the document can become markup.

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function element(name, text, ...children) {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
}

/** Follows a reference inside the document. */
function resolve(doc, schema) {
  if (!schema?.$ref) return schema ?? {};
  return schema.$ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key], doc);
}

function typeName(doc, schema) {
  const found = resolve(doc, schema);
  if (found.enum) return found.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (found.anyOf) return found.anyOf.map((option) => typeName(doc, option)).join(' | ');
  if (found.type === 'array') return `${typeName(doc, found.items)}[]`;
  if (found.type === 'object' && found.additionalProperties?.type) return `{[campo]: ${typeName(doc, found.additionalProperties)}}`;
  const type = Array.isArray(found.type) ? found.type.join(' | ') : found.type;
  return found.format ? `${type ?? ''} (${found.format})` : (type ?? 'cualquiera');
}

/** Writes an object's fields as indented lines, a few levels deep. */
function outline(doc, schema, depth = 0) {
  const found = resolve(doc, schema);
  const object = found.type === 'array' ? resolve(doc, found.items) : found;
  if (!object.properties || depth > 3) return [];
  const required = new Set(object.required ?? []);
  return Object.entries(object.properties).flatMap(([name, property]) => [
    `${'  '.repeat(depth)}${name}${required.has(name) ? '' : '?'}: ${typeName(doc, property)}`,
    ...outline(doc, property, depth + 1),
  ]);
}

function bodyText(doc, content) {
  const [kind, media] = Object.entries(content ?? {})[0] ?? [];
  if (!media) return null;
  const lines = outline(doc, media.schema);
  return lines.length > 0 ? lines.join('\n') : `${kind}: ${typeName(doc, media.schema)}`;
}

function parameterTable(doc, parameters) {
  const rows = parameters.map((parameter) =>
    element('tr', '', element('td', '', element('code', parameter.name)), element('td', parameter.in), element('td', typeName(doc, parameter.schema)), element('td', parameter.description ?? '')),
  );
  const head = element('tr', '', ...['Nombre', 'Dónde', 'Tipo', 'Qué es'].map((text) => element('th', text)));
  return element('table', '', element('thead', '', head), element('tbody', '', ...rows));
}

function operationCard(doc, path, method, operation) {
  const card = element('article', '', element('h3', operation.summary), element('p', '', element('code', `${method.toUpperCase()} ${path}`)));
  card.id = operation.operationId;
  card.append(element('p', operation.security ? `Con sesión. Permiso: ${operation['x-permission']}.` : 'Sin sesión.'));
  if (operation.parameters?.length) card.append(element('h4', 'Parámetros'), parameterTable(doc, operation.parameters));
  const request = bodyText(doc, operation.requestBody?.content);
  if (request) card.append(element('h4', 'Cuerpo'), element('pre', request));
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue;
    card.append(element('h4', `Respuesta ${status}`), element('pre', bodyText(doc, response.content) ?? 'Sin cuerpo'));
  }
  const failures = Object.keys(operation.responses).filter((status) => !status.startsWith('2'));
  card.append(element('h4', 'Errores'), element('p', `${failures.join(', ')}. Con 400, {"campo": ["mensaje"]} o {"detail": "mensaje"}; con los demás, {"detail": "mensaje"}.`));
  return card;
}

function show(doc) {
  document.getElementById('intro').textContent = `${doc.info.description} Versión ${doc.info.version}.`;
  const groups = new Map();
  for (const [path, item] of Object.entries(doc.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const group = groups.get(operation.tags[0]) ?? [];
      group.push({ path, method, operation });
      groups.set(operation.tags[0], group);
    }
  }
  const main = document.getElementById('operations');
  const index = document.getElementById('index');
  for (const [tag, entries] of groups) {
    main.append(element('h2', `/${tag}/`), ...entries.map((entry) => operationCard(doc, entry.path, entry.method, entry.operation)));
    const links = entries.map((entry) => {
      const link = element('a', entry.operation.summary);
      link.href = `#${entry.operation.operationId}`;
      return element('li', '', link);
    });
    index.append(element('strong', `/${tag}/`), element('ul', '', ...links));
  }
  // The browser looked for the fragment before there was anything to find.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

fetch('/api/openapi.json')
  .then((response) => response.json())
  .then(show)
  .catch(() => {
    document.getElementById('intro').textContent = 'No se pudo cargar el documento. Recarga la página para volver a intentarlo.';
  });
