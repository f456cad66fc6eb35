import { Component } from 'react';
import type { ReactNode } from 'react';

type Props = {
  /** Changing the key clears the error. */
  resetKey: string;
  children: ReactNode;
};
type State = { failedKey: string | null };

/**
 * Catches render errors so that the frame around the screen stays usable. Imports no kit components: it is part of
 * every first load and must work when no other chunk can be loaded.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedKey: null };

  static getDerivedStateFromProps({ resetKey }: Props, { failedKey }: State): Partial<State> | null {
    return failedKey !== null && failedKey !== '' && failedKey !== resetKey ? { failedKey: null } : null;
  }

  static getDerivedStateFromError(): State {
    return { failedKey: '' };
  }

  override componentDidCatch(): void {
    // React has already logged the error.
    this.setState({ failedKey: this.props.resetKey });
  }

  override render(): ReactNode {
    if (this.state.failedKey === null) return this.props.children;
    return (
      <div role="alert" className="grid min-h-60 place-content-center justify-items-center gap-3 p-4 text-center">
        <p>This screen could not be shown. Please try again.</p>
        <button
          type="button"
          className="h-9 rounded-md border border-control px-3.5 font-medium hover:bg-hover pointer-coarse:min-h-11"
          onClick={() => window.location.reload()}
        >
          Retry
        </button>
      </div>
    );
  }
}
