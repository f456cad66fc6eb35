/** The chart is a third of the screen's code, and not needed before there are figures to draw. */
export const loadTrendChart = async () => (await import('#client/components/trend/TrendChart.tsx')).TrendChart;
