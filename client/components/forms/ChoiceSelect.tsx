import type { ComponentProps } from 'react';
import { Select } from './Select.tsx';
import { useChoice } from './useChoice.ts';
import type { Choice } from './useChoice.ts';

type ChoiceSelectProps = Omit<ComponentProps<'select'>, keyof ReturnType<typeof useChoice>> & Choice;

/** A select that saves by itself. */
export const ChoiceSelect = ({ value, onChoose, ...rest }: ChoiceSelectProps) => (
  <Select {...rest} {...useChoice({ value, onChoose })} />
);
