/** A third of the screen's code, and not needed before there are metrics to draw. */
export const loadTrendChart = async () => (await import('#client/components/trend/TrendChart.tsx')).TrendChart;
