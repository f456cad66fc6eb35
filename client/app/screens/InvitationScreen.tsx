import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { ApiError, isSessionExpired, messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { clientConfig } from '#client/lib/config.ts';
import { AuthLayout } from '#client/features/users/AuthLayout.tsx';
import { signOut } from '#client/features/users/users.api.ts';
import { moveSession } from '#client/features/workspaces/moveSession.ts';
import { applyProfile, resetUser, useUserStore } from '#client/stores/userStore.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import { addressOf } from '#client/lib/address/address.ts';
import { invitationParams } from '#client/lib/address/linkParams.ts';
import { acceptInvitation, readInvitation } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';

type Offer = ResponseOf<typeof readInvitation>['data'];
type State = { offer: Offer } | { failure: unknown } | null;

const readOffer = (secret: string, signal?: AbortSignal): Promise<State> =>
  call(readInvitation, { body: { invitation: secret }, signal }).then(
    ({ data }) => ({ offer: data }),
    (failure: unknown) => (signal?.aborted ? null : { failure }),
  );

/** Loads an invitation once, without a query client, because a signed-out page has none. */
const useOffer = (secret: string) => {
  const [state, setState] = useState<State>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void readOffer(secret, leaving.signal).then(setState);
    return () => leaving.abort();
  }, [secret]);
  const retry = (): void => {
    setState(null);
    void readOffer(secret).then(setState);
  };
  return { state, retry };
};

/** Actions for guests: register, or sign in and return here. */
const GuestActions = ({ secret, offer }: { secret: string; offer: Offer }) => {
  const isClosed = clientConfig().registration === 'closed';
  const email = offer.email ?? '';
  return (
    <div className="grid gap-2">
      {!isClosed && (
        <Link
          to={addressOf(routes.register.path, invitationParams, { email, invitation: secret }, '#')}
          className={buttonStyles({ variant: 'primary', isWide: true })}
        >
          Create an account
        </Link>
      )}
      <Link
        to={addressOf(routes.signIn.path, invitationParams, { invitation: secret }, '#')}
        className={buttonStyles({ variant: isClosed ? 'primary' : 'secondary', isWide: true })}
      >
        I have an account
      </Link>
      {isClosed && (
        <p className="text-[13px] text-muted">New accounts cannot be made on this server. Sign in with yours.</p>
      )}
    </div>
  );
};

/** Actions for signed-in people: join, or use another account. */
const PersonActions = ({ secret, offer }: { secret: string; offer: Offer }) => {
  const email = useUserStore((user) => user.email);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isForOther = offer.email !== null && offer.email !== email;
  const join = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await moveSession(async () => {
        const { data, message } = await call(acceptInvitation, { body: { invitation: secret } });
        applyProfile(data);
        return message;
      });
    } catch (error) {
      if (isSessionExpired(error)) resetUser();
      else setProblem(messageOf(error, messages.workspaces.acceptFailed));
      setIsBusy(false);
    }
  };
  const shown = problem ?? (isForOther ? messages.workspaces.invitationForOther(offer.email ?? '') : null);
  return (
    <div className="grid gap-2">
      <p className="truncate text-[13px] text-muted">
        You are signed in as <span className="text-fg">{email}</span>
      </p>
      {shown !== null && (
        <p role="alert" className="text-pretty text-danger">
          {shown}
        </p>
      )}
      {!isForOther && (
        <Button variant="primary" isWide isBusy={isBusy} onClick={() => void join()}>
          Join
        </Button>
      )}
      <Button isWide onClick={signOut}>
        Use another account
      </Button>
    </div>
  );
};

const isGone = (failure: unknown): boolean => failure instanceof ApiError && failure.code === 'INVITATION_INVALID';

/** The page of an invitation link, for people with and without an account. */
export const InvitationScreen = () => {
  const secret = useLocation().hash.slice(1);
  const userId = useUserStore((user) => user._id);
  const { state, retry } = useOffer(secret);
  const offer = state && 'offer' in state ? state.offer : null;
  const failure = state && 'failure' in state ? state.failure : null;
  const isInvalid = secret === '' || isGone(failure);
  return (
    <AuthLayout
      title={offer ? `Join ${offer.workspace}` : 'Invitation'}
      subtitle={
        offer
          ? `${offer.invitedBy ?? 'Somebody'} invites you to work together in Leadlight, as ${offer.role === 'owner' ? 'an owner' : 'a member'}.`
          : ''
      }
      footer={
        // Guests with a valid invitation have these links above.
        !(offer && userId === '') && (
          <Link to={userId === '' ? routes.signIn.path : routes.overview.path} className={linkStyles}>
            {userId === '' ? 'Login' : 'Go to your overview'}
          </Link>
        )
      }
    >
      {isInvalid && <p role="alert">{messages.workspaces.invitationInvalid}</p>}
      {!isInvalid && failure !== null && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{messageOf(failure, messages.workspaces.loadFailed)}</p>
          <Button onClick={retry}>Retry</Button>
        </div>
      )}
      {!isInvalid && state === null && <Spinner className="min-h-20" />}
      {offer && (userId === '' ? <GuestActions {...{ secret, offer }} /> : <PersonActions {...{ secret, offer }} />)}
    </AuthLayout>
  );
};
