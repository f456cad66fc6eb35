export const google = 'No data found';
export const table = 'No Data Found';
export const leads = 'No data available';
export const sheets = 'No sheets found';
