import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorPanel } from '#client/components/ErrorPanel.tsx';

type Props = {
  /** Another address gets another chance. */
  resetKey: string;
  children: ReactNode;
};
type State = { failedKey: string | null };

/** Catches what goes wrong while drawing a screen, so that the frame around it stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedKey: null };

  static getDerivedStateFromProps({ resetKey }: Props, { failedKey }: State): Partial<State> | null {
    return failedKey !== null && failedKey !== '' && failedKey !== resetKey ? { failedKey: null } : null;
  }

  static getDerivedStateFromError(): State {
    return { failedKey: '' };
  }

  override componentDidCatch(): void {
    // React has written the error to the console already.
    this.setState({ failedKey: this.props.resetKey });
  }

  override render(): ReactNode {
    if (this.state.failedKey === null) return this.props.children;
    return (
      <ErrorPanel
        message="This screen could not be shown. Please try again."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
