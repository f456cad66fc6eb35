import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { useDraft } from '#client/stores/drafts.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { emailRules, readText } from '#shared/textRules.ts';
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

/** Invites by mail to an address, or by a link to pass on. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const formId = useId();
  const [way, setWay] = useState<'link' | 'mail'>('link');
  const [email, setEmail, clearEmail] = useDraft('invitation');
  const [role, setRole] = useState<WorkspaceRole>('member');
  const [isSent, setIsSent] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const invite = useInvite((answer) => {
    if (answer.link !== null) setLink(answer.link);
    else {
      clearEmail();
      notify.success(answer.message);
      onClose();
    }
  });
  if (link !== null) return <LinkDialog link={link} onClose={onClose} />;

  const { value, error } = readText(emailRules, email);
  const failure = invite.error ? messageOf(invite.error, messages.workspaces.invitationFailed) : null;
  const problem = way === 'mail' && isSent ? (error ?? failure) : failure;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (invite.isPending || (way === 'mail' && error !== null)) return;
    invite.mutate({ email: way === 'mail' ? value : null, role });
  };
  const startOver = (): void => {
    setIsSent(false);
    invite.reset();
  };
  return (
    <Dialog
      title="Invite"
      size="sm"
      onClose={onClose}
      isBusy={invite.isPending}
      footer={
        <DialogActions type="submit" form={formId} isBusy={invite.isPending} onCancel={onClose}>
          {way === 'mail' ? 'Send invitation' : 'Create link'}
        </DialogActions>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="grid gap-1">
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
                startOver();
              }}
            >
              <option value="link">With a link that you pass on</option>
              <option value="mail">By e-mail</option>
            </Select>
          )}
        </Field>
        {way === 'mail' && (
          <Field label="E-mail address" {...(problem === null ? {} : { error: problem })}>
            {(control) => (
              <TextInput
                {...control}
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ target }) => {
                  setEmail(target.value);
                  startOver();
                }}
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
        {way === 'link' && problem !== null && (
          <p role="alert" className="text-[13px] text-danger">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
};
