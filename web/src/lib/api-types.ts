import type { paths } from './schema';

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** What a call answers when it goes well, taken from the generated description. */
export type Answer<
  Path extends keyof paths,
  Method extends keyof paths[Path],
  Status extends number = 200,
> = paths[Path][Method] extends { responses: infer Responses }
  ? Status extends keyof Responses
    ? Json<Responses[Status]>
    : never
  : never;

/** What a call takes as its body. */
export type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: infer Request;
}
  ? Json<NonNullable<Request>>
  : never;

export type Profile = Answer<'/api/profile/', 'get'>;
export type Business = Answer<'/api/business/', 'get'>;
