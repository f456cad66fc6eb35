export const off =
  'The page of the operator is switched off. Set OPERATOR_TOKEN (openssl rand -hex 16) and restart Leadlight to have it.\n';
export const wrongToken = 'This is not the operator token of this installation';
