import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { filled, passes, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import {
  type Subscription,
  type SubscriptionEvent,
  type SubscriptionWithSecret,
  useAddSubscription,
  useChangeSubscription,
} from './api';
import { eventGroups, eventNames, subscriptionStrings as s } from './strings';

type SubscriptionDialogProps = {
  /** Null for a new one. */
  subscription: Subscription | null;
  onClose: () => void;
  /** A new one has a secret to show. */
  onAdded?: (added: SubscriptionWithSecret) => void;
};

type Values = { name: string; url: string; events: SubscriptionEvent[] };

const subscriptionRules = rulesFor<Values>({
  events: passes<SubscriptionEvent[]>((events) => events.length > 0 || s.eventsRequired),
  name: filled(s.nameRequired),
  url: filled(s.urlRequired),
});

export function SubscriptionDialog({ subscription: opened, onClose, onAdded }: SubscriptionDialogProps) {
  // A change by another user arrives live; saving has to notice it and not take it for what was seen.
  const [subscription] = useState(opened);
  const input = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const add = useAddSubscription();
  const change = useChangeSubscription();
  const form = useCheckedForm(subscriptionRules, {
    name: subscription?.name ?? '',
    url: subscription?.url ?? '',
    events: subscription?.events ?? [],
  });
  const { errors } = form.formState;
  const events = useWatch({ control: form.control, name: 'events' });
  form.register('events');
  const { ref, ...name } = form.register('name');

  function choose(event: SubscriptionEvent, chosen: boolean) {
    const next = chosen ? [...events, event] : events.filter((other) => other !== event);
    form.setValue('events', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }

  async function submit(values: Values) {
    const body = { name: values.name.trim(), url: values.url.trim(), events: values.events };
    if (subscription === null) {
      onAdded?.(await add.mutateAsync({ body, once }));
    } else {
      await change.mutateAsync({ seen: subscription, change: body });
      showToast({ title: s.saved });
    }
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={subscription === null ? s.addTitle : s.editTitle}
      size="form"
      initialFocus={input}
      saveLabel={subscription === null ? s.add : s.save}
      savingLabel={s.saving}
      failedTitle={subscription === null ? s.addFailed : s.changeFailed}
    >
      <Field label={s.name} hint={s.nameHint} error={errors.name?.message}>
        <Input required autoComplete="off" {...name} ref={joinRefs(ref, input)} />
      </Field>
      <Field label={s.url} hint={s.urlHint} error={errors.url?.message}>
        <Input
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...form.register('url')}
        />
      </Field>
      <EventChoice chosen={events} onChoose={choose} error={errors.events?.message} />
    </FormDialog>
  );
}

type EventChoiceProps = {
  chosen: SubscriptionEvent[];
  onChoose: (event: SubscriptionEvent, chosen: boolean) => void;
  error: string | undefined;
};

function EventChoice({ chosen, onChoose, error }: EventChoiceProps) {
  return (
    <fieldset aria-describedby={error ? 'events-error' : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{s.events}</legend>
      <div className="ruled rounded-md border border-line">
        {eventGroups.map(({ title, events }) => (
          <div key={title} className="gap-x-4 px-3 py-2.5 sm:flex">
            <p className="w-24 shrink-0 text-sm text-ink-2 sm:leading-6">{title}</p>
            <div className="stack-1.5">
              {events.map((event) => (
                <Checkbox
                  key={event}
                  name="events"
                  label={eventNames[event]}
                  checked={chosen.includes(event)}
                  onCheckedChange={(checked) => onChoose(event, checked)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      {error ? (
        <p id="events-error" className="mt-1.5 text-sm text-out-fg">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
