/** Large, and not needed before there are metrics to draw. */
export const loadTrendChart = async () => (await import('./TrendChart.tsx')).TrendChart;
