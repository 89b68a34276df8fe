// Draws the charts of page-data into their canvases, in the colours of the page, and again when light and dark change.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("page-data").textContent);
  const drawn = [];
  const prefixes = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const short = (v) => {
    for (const [size, letter] of prefixes) if (Math.abs(v) >= size) return +(v / size).toPrecision(3) + " " + letter;
    return String(+v.toPrecision(3));
  };
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function axis(a, side) {
    const options = { type: a.log ? "logarithmic" : "linear", title: { display: true, text: a.title, color: colour("--soft") }, grid: { color: colour("--line") },
      ticks: { color: colour("--soft"), maxRotation: 0, callback: (v) => (!a.log || Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-6 ? short(v) : "") } };
    if (a.min !== undefined) options.min = a.min;
    if (a.max !== undefined) options.max = a.max;
    return { ...options, position: side };
  }

  // Shapes and dashes distinguish series if colours do not.
  function scatter(chart) {
    return { type: "scatter",
      data: { datasets: chart.series.map((s) => ({ label: s.label, data: s.points.map(([x, y]) => ({ x, y })), names: s.names, showLine: s.line, borderColor: colour("--c" + s.colour),
        backgroundColor: colour("--c" + s.colour), borderWidth: 2.5, borderDash: s.dashed ? [7, 5] : [], pointRadius: s.line ? 0 : 8, pointHitRadius: 10, pointStyle: s.line ? "line" : s.shape === "star" ? "rectRot" : s.shape || "circle" })) },
      options: { scales: { x: axis(chart.x, "bottom"), y: axis(chart.y, "left") },
        plugins: { legend: { display: chart.series.length > 1, labels: { usePointStyle: true, color: colour("--ink"), boxHeight: 7 } },
          tooltip: { callbacks: { label: (c) => ((c.dataset.names || [])[c.dataIndex] || c.dataset.label) + ": " + short(c.parsed.x) + ", " + short(c.parsed.y) } } } } };
  }

  function bars(chart) {
    return { type: "bar",
      data: { labels: chart.categories, datasets: chart.series.map((s) => ({ label: s.label, data: s.values, backgroundColor: colour("--c" + [2, 5, 3, 4][s.colour]), borderColor: colour("--card"), borderWidth: 1, maxBarThickness: 34 })) },
      options: { indexAxis: "y",
        scales: { x: { stacked: true, min: 0, max: chart.categories.every((_, i) => chart.series.reduce((sum, s) => sum + s.values[i], 0) < 100.01) ? 100 : undefined, title: { display: true, text: chart.axis, color: colour("--soft") }, grid: { color: colour("--line") }, ticks: { color: colour("--soft"), callback: (v) => short(v) + " %" } },
          y: { stacked: true, grid: { display: false }, ticks: { color: colour("--ink") } } },
        plugins: { legend: { position: "bottom", labels: { color: colour("--ink"), boxWidth: 14, boxHeight: 14 } }, tooltip: { callbacks: { label: (c) => c.dataset.label + ": " + c.parsed.x.toPrecision(3) + " %" } } } } };
  }

  function draw() {
    while (drawn.length) drawn.pop().destroy();
    for (const canvas of document.querySelectorAll("canvas[data-chart]")) {
      const chart = data[canvas.dataset.chart];
      if (!chart) throw new Error("no data for chart " + canvas.dataset.chart);
      const config = chart.kind === "bars" ? bars(chart) : scatter(chart);
      Object.assign(config.options, { animation: false, responsive: true, maintainAspectRatio: false });
      drawn.push(new Chart(canvas, config));
    }
  }

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("beforeprint", () => drawn.forEach((c) => c.resize()));
})();
