/** A file as the body of a call that takes a form. The description can only say that it is bytes. */
export function fileForm(file: File) {
  const form = new FormData();
  form.append('file', file);
  return { body: { file: '' }, bodySerializer: () => form };
}

/** What tells one chosen file from another without reading it, for the key of an upload. */
export function fileIdentity({ name, size, lastModified }: File) {
  return { name, size, lastModified };
}
