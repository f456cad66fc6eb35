import { ActionButton } from '#client/components/actions/ActionButton.tsx';
import { useExportsAction } from './useExportsAction.tsx';

/** Opens the list of exports. Only an icon where space is short. */
export const ExportsButton = () => {
  const { action, dialog } = useExportsAction();
  return (
    <>
      <ActionButton action={action} isShort />
      {dialog}
    </>
  );
};
