import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';

/** What is wrong with what was typed, as the sentence at its field; true when nothing is. */
export type Verdict = string | true;

export type FormRules<Values extends FieldValues> = z.ZodMiniType<Values, Values>;

/** Every form that checks what was typed before it is sent, each with the rules of its values. */
export function useCheckedForm<Values extends FieldValues>(
  rules: FormRules<Values>,
  defaultValues: NoInfer<DefaultValues<Values>>,
): UseFormReturn<Values> {
  return useForm<Values>({
    resolver: zodResolver(rules),
    defaultValues,
  });
}

type Shape<Values> = { [Name in keyof Values]?: z.ZodMiniType<unknown, unknown> };

/** The rules of some fields; the others may hold anything. */
export function rulesFor<Values extends FieldValues>(shape: Shape<Values>): FormRules<Values> {
  return z.looseObject(shape as z.core.$ZodLooseShape) as unknown as FormRules<Values>;
}

/** A value with a check of its own. */
export function passes<Value>(check: (value: Value) => Verdict) {
  return z.any().check((found) => {
    const verdict = check(found.value as Value);
    if (verdict !== true) found.issues.push(problem([], verdict, found.value));
  });
}

/** A check that looks at several fields and speaks at one of them. */
export function passesAt<Values extends FieldValues>(field: keyof Values & string, check: (values: Values) => Verdict) {
  return (found: { value: Values; issues: z.core.$ZodRawIssue[] }) => {
    const verdict = check(found.value);
    if (verdict !== true) found.issues.push(problem([field], verdict, found.value));
  };
}

/** It does not keep the other fields from being checked. */
function problem(path: string[], message: string, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', path, message, input, continue: true };
}

/** A text with more in it than spaces. */
export function filled(message: string) {
  return passes<string>((text) => text.trim() !== '' || message);
}

/** A choice that has been made. */
export function chosen(message: string) {
  return passes<unknown>((choice) => (choice !== null && choice !== '') || message);
}

/** The lines of a form, each with what is wrong at its fields. */
export function lines<Line extends object>(check: (line: Line, index: number) => { [Name in keyof Line]?: Verdict }) {
  return z.any().check((found) => {
    for (const [index, line] of (found.value as Line[]).entries()) {
      for (const [name, verdict] of Object.entries<Verdict | undefined>(check(line, index))) {
        if (typeof verdict === 'string') found.issues.push(problem([String(index), name], verdict, line));
      }
    }
  });
}
