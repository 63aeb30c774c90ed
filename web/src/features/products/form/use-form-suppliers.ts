import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { useCheckedForm } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { useCan } from '@/lib/permissions';
import { productSuppliersQuery, useSetSuppliers } from '../suppliers/api';
import { suppliersStrings as s } from '../suppliers/strings';
import { formField, suppliersOf, suppliersRules, suppliersValues } from '../suppliers/suppliers-form';

/** Said above the buttons, because what is wrong stands at fields of another form. */
function refusal(detail: string): ApiError {
  return new ApiError({ kind: 'http', status: 400, detail });
}

/**
 * The suppliers in the form of a product: a form of their own, which is read when it is opened and written after the
 * product, because a new one has no number before.
 */
export function useFormSuppliers(productId: number | undefined) {
  const queryClient = useQueryClient();
  const withCosts = useCan('costs.read');
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useCheckedForm(suppliersRules, suppliersValues([]));
  const { isDirty } = form.formState;
  const set = useSetSuppliers();

  async function open() {
    if (state !== 'closed') return;
    setState('loading');
    setProblem(null);
    try {
      if (productId !== undefined) {
        const { results } = await queryClient.fetchQuery(productSuppliersQuery(productId));
        form.reset(suppliersValues(results));
      }
      setState('open');
    } catch (error) {
      setProblem(errorText(error));
      setState('closed');
    }
  }

  /** Before the product is written. */
  async function check() {
    if (isDirty && !(await form.trigger())) throw refusal(s.check);
  }

  async function save(id: number) {
    if (!isDirty) return;
    try {
      await set.mutateAsync({ id, suppliers: suppliersOf(form.getValues(), withCosts) });
    } catch (error) {
      const first = placeFieldErrors(form, error, formField);
      throw refusal(first === null ? `${s.left} ${errorText(error)}` : s.left);
    }
  }

  return { form, state, problem, isDirty, open, check, save };
}

export type FormSuppliers = ReturnType<typeof useFormSuppliers>;
