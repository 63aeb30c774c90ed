import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { filled, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import { type TicketCategory, type TicketPriority, useOpenTicket } from './api';
import { categoryNames, priorityNames, newStrings as s } from './ticket-strings';

const subjectMax = 150;
export const messageMax = 4000;

const categories = Object.entries(categoryNames).map(([value, label]) => ({ value, label }));
const priorities = Object.entries(priorityNames).map(([value, label]) => ({ value, label }));

type Values = { subject: string; category: TicketCategory; priority: TicketPriority; message: string };

const ticketRules = rulesFor<Values>({
  subject: filled(s.subjectMissing),
  message: filled(s.messageMissing),
});

export default function NewTicketDialog({ onClose }: { onClose: () => void }) {
  const subject = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const once = useOnceKey();
  const open = useOpenTicket();
  const form = useCheckedForm(ticketRules, {
    subject: '',
    category: 'question',
    priority: 'normal',
    message: '',
  });
  const { errors } = form.formState;
  const subjectField = form.register('subject');

  async function submit(values: Values) {
    const ticket = await open.mutateAsync({
      ticket: { ...values, subject: values.subject.trim(), message: values.message.trim() },
      once,
    });
    showToast({ title: s.sent });
    onClose();
    await navigate({ to: '/soporte/tickets/$id', params: { id: String(ticket.id) } });
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={s.description}
      size="form"
      initialFocus={subject}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <Field label={s.subject} error={errors.subject?.message}>
        <Input maxLength={subjectMax} {...subjectField} ref={joinRefs(subjectField.ref, subject)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={s.category} error={errors.category?.message}>
          <Select options={categories} {...form.register('category')} />
        </Field>
        <Field label={s.priority} error={errors.priority?.message}>
          <Select options={priorities} {...form.register('priority')} />
        </Field>
      </div>
      <Field label={s.message} hint={s.messageHint} error={errors.message?.message}>
        <Textarea rows={6} maxLength={messageMax} {...form.register('message')} />
      </Field>
    </FormDialog>
  );
}
