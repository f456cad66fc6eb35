export const failed = 'The findings could not be loaded';
export const detailFailed = 'The finding could not be loaded';
export const markFailed = 'The finding could not be marked';
export const budgetsFailed = 'The budgets could not be loaded';
export const budgetsNotSaved = 'The budgets could not be saved';
export const invalidBudget = 'Please give an amount above zero, such as 1500';
export const see = 'See the finding';
