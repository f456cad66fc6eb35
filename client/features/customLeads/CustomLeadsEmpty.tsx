import { CircleAlert, FileQuestion, FileSpreadsheet, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/Button.tsx';
import { EmptyState } from '#client/components/EmptyState.tsx';
import { messages } from '#shared/messages.ts';

type CustomLeadsEmptyProps = {
  /** The list could not be read. */
  isFailed: boolean;
  search: string;
  page: number;
  onRetry: () => void;
  isRetrying: boolean;
  onClearSearch: () => void;
  onFirstPage: () => void;
};

type Reason = { icon: ReactNode; description: string; action?: { label: string; onClick: () => void } };

const reasonOf = (props: CustomLeadsEmptyProps): Reason => {
  const { isFailed, search, page, onRetry, onClearSearch, onFirstPage } = props;
  if (isFailed)
    return {
      icon: <CircleAlert className="text-danger" />,
      description: 'The list could not be loaded.',
      action: { label: 'Retry', onClick: onRetry },
    };
  if (page > 1)
    return {
      icon: <FileQuestion />,
      description: `There is no page ${page} any more.`,
      action: { label: 'Back to the first page', onClick: onFirstPage },
    };
  if (search !== '')
    return {
      icon: <SearchX />,
      description: `No leads match “${search}”.`,
      action: { label: 'Clear search', onClick: onClearSearch },
    };
  return {
    icon: <FileSpreadsheet />,
    description: 'Leads that you import from a CSV file or a Google Sheet appear here.',
  };
};

/** Why there are no leads, and what helps. */
export const CustomLeadsEmpty = (props: CustomLeadsEmptyProps): ReactNode => {
  const { icon, description, action } = reasonOf(props);
  return (
    <EmptyState
      icon={icon}
      title={messages.empty.leads}
      description={description}
      action={
        action && (
          <Button size="sm" onClick={action.onClick} isBusy={props.isFailed && props.isRetrying}>
            {action.label}
          </Button>
        )
      }
    />
  );
};
