import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { isSaved, useForm } from '#client/components/forms/useForm.ts';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { useDraftFields } from '#client/stores/drafts.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { emailRules } from '#shared/textRules.ts';
import { workspaceRoles } from '#shared/workspaceRoles.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import { roleHints, roleWords } from './roleWords.ts';
import { useInvite } from './workspaces.api.ts';

/** The only time that the link is shown. */
const LinkDialog = ({ link, onClose }: { link: string; onClose: () => void }) => (
  <Dialog
    title="Invitation link"
    size="sm"
    onClose={onClose}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <Field label="Link" hint={messages.workspaces.linkMade}>
      {(control) => (
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <TextInput {...control} readOnly value={link} onFocus={({ target }) => target.select()} />
          </div>
          <CopyButton text={link} label="Copy the link" />
        </div>
      )}
    </Field>
  </Dialog>
);

/** Invites a person by e-mail, or creates a link to pass on. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const [way, setWay] = useState<'link' | 'mail'>('link');
  const draft = useDraftFields('invitation', { text: '' });
  const [role, setRole] = useState<WorkspaceRole>('member');
  const [link, setLink] = useState<string | null>(null);
  const invite = useInvite((answer) => {
    if (answer.link !== null) setLink(answer.link);
    else {
      notify.success(answer.message);
      onClose();
    }
  });
  const form = useForm({
    draft,
    rules: way === 'mail' ? { text: emailRules } : {},
    // Keeps the typed text if sending fails.
    submit: async ({ text }) =>
      (await isSaved(invite.mutateAsync({ email: way === 'mail' ? text : null, role }))) && way === 'mail',
  });
  if (link !== null) return <LinkDialog link={link} onClose={onClose} />;
  const failure = invite.error ? messageOf(invite.error, messages.workspaces.invitationFailed) : undefined;
  return (
    <Dialog
      title="Invite"
      size="sm"
      onClose={onClose}
      isBusy={form.isSubmitting}
      footer={
        <DialogActions type="submit" form={form.id} isBusy={form.isSubmitting} onCancel={onClose}>
          {way === 'mail' ? 'Send invitation' : 'Create link'}
        </DialogActions>
      }
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit} className="grid gap-1">
        <Field
          label="How"
          hint={way === 'mail' ? 'Only this address can use it.' : 'Anyone who has the link can use it, once.'}
        >
          {(control) => (
            <Select
              {...control}
              value={way}
              onChange={({ target }) => {
                setWay(target.value === 'mail' ? 'mail' : 'link');
                form.startOver();
                invite.reset();
              }}
            >
              <option value="link">With a link that you pass on</option>
              <option value="mail">By e-mail</option>
            </Select>
          )}
        </Field>
        {way === 'mail' && (
          <Field label="E-mail address" error={form.errors.text ?? failure}>
            {(control) => (
              <TextInput
                {...control}
                {...form.register('text')}
                type="email"
                autoComplete="off"
                onInput={invite.reset}
              />
            )}
          </Field>
        )}
        <Field label="Role" hint={roleHints[role]}>
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={({ target }) => setRole(target.value === 'owner' ? 'owner' : 'member')}
            >
              {workspaceRoles.toReversed().map((each) => (
                <option key={each} value={each}>
                  {roleWords[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {way === 'link' && failure !== undefined && (
          <p role="alert" className="text-[13px] text-danger">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
};
