/* Progressive enhancement: copy buttons, single form submission, live times, and charts. */
(() => {
  'use strict';

  const each = (selector, work, within = document) => within.querySelectorAll(selector).forEach(work);

  const enableCopy = (button) => {
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.dataset.copied = '';
        setTimeout(() => delete button.dataset.copied, 1500);
      } catch {
        /* The user can still select the text. */
      }
    });
  };

  const submitOnce = (form) => {
    let sent = false;
    form.addEventListener('submit', (event) => {
      if (sent) event.preventDefault();
      sent = true;
      each('button', (button) => button.setAttribute('aria-disabled', 'true'), form);
    });
    // After navigating back, the form can be submitted again; its idempotency key prevents a second effect.
    addEventListener('pageshow', () => {
      sent = false;
      each('button', (button) => button.removeAttribute('aria-disabled'), form);
    });
  };

  const relative = (iso) => {
    const seconds = Math.round((Date.now() - Date.parse(iso)) / 1000);
    const size = Math.abs(seconds);
    const [amount, unit] =
      size < 60
        ? [size, 's']
        : size < 3600
          ? [Math.floor(size / 60), 'min']
          : size < 172800
            ? [Math.floor(size / 3600), 'h']
            : [Math.floor(size / 86400), 'days'];
    if (size < 5) return 'just now';
    return seconds >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
  };
  const refreshTimes = () => each('[data-ago]', (span) => (span.textContent = relative(span.dataset.ago)));

  /** Shows the time of the browser's time zone. UTC is the title. */
  const showLocal = (time) => {
    const [moment, zone] = time.children;
    const date = new Date(time.dateTime);
    if (zone === undefined || date.getTimezoneOffset() === 0) return;
    const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date);
    time.title = `${moment.textContent} UTC`;
    // Swedish writes dates as ISO 8601 does.
    moment.textContent = date.toLocaleString('sv-SE');
    zone.textContent = parts.find(({ type }) => type === 'timeZoneName').value;
    zone.title = Intl.DateTimeFormat().resolvedOptions().timeZone;
  };

  each('[data-copy]', enableCopy);
  each('time', showLocal);
  each('form[data-once]', submitOnce);
  each('.filter-form', (form) =>
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
    }),
  );
  each('.problems', (problems) => problems.focus());
  setInterval(refreshTimes, 10_000);
  addEventListener('inserted', ({ target }) => {
    each('[data-copy]', enableCopy, target);
    each('time', showLocal, target);
  });

  /* Charts */

  const live = document.querySelector('[data-live]');
  if (live !== null && typeof uPlot === 'function') drawCharts(live);

  function drawCharts(root) {
    const charts = new Map();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let overview;

    const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
    const shown = (value, digits) =>
      value === null || value === undefined ? '—' : grouped(value.toFixed(digits));

    const LINES = {
      transfers: { names: ['transfers/s', 'requests/s'], of: (s) => [s.transfers, s.requests], digits: 1 },
      latency: { names: ['p99', 'p50'], of: (s) => [s.p99, s.p50], digits: 1 },
      lag: { names: ['events behind'], of: (s) => [s.lag], digits: 0 },
      webhooks: { names: ['pending'], of: (s) => [s.webhooks], digits: 0 },
      supply: {
        names: ['in circulation', 'issued'],
        of: (s) => [
          Number(s.supply[overview.environment].in_circulation),
          Number(s.supply[overview.environment].issued),
        ],
        digits: 2,
      },
    };

    const flowsOf = () => {
      const hours = overview.hours.map(({ hour }) => Date.parse(hour) / 1000);
      const sum = (side) =>
        overview.hours.map(({ flows }) => flows.reduce((all, flow) => all + Number(flow[side]), 0));
      const bars = (values) => values.map((value) => (value === 0 ? null : value));
      return [hours, bars(sum('in')), bars(sum('out').map((value) => -value))];
    };

    const linesOf = ({ of, names }) => {
      const rows = overview.samples.map(of);
      return [
        overview.samples.map(({ time }) => time),
        ...names.map((_, i) => rows.map((row) => row[i] ?? null)),
      ];
    };

    const dataOf = (name) => (name === 'flows' ? flowsOf() : linesOf(LINES[name]));

    const axis = (extra = {}) => ({
      stroke: color('--muted'),
      grid: { stroke: color('--line'), width: 1 },
      ticks: { show: false },
      font: '11px system-ui, sans-serif',
      ...extra,
    });

    const SPAN_SECONDS_MIN = 60;

    const clock = (time) => new Date(time * 1000).toISOString().slice(11, time % 60 === 0 ? 16 : 19);

    const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

    const optionsOf = (name, width) => {
      const bars = name === 'flows';
      const names = bars ? ['in', 'out'] : LINES[name].names;
      const strokes = [color('--accent'), color('--second')];
      return {
        width,
        height: 148,
        tzDate: (time) => uPlot.tzDate(new Date(time * 1000), 'Etc/UTC'),
        cursor: { points: { size: 6 }, drag: { x: false, y: false } },
        legend: { show: false },
        padding: [8, 20, 0, 0],
        scales: {
          // A new chart is as wide as its samples, so that they are not one dot at its end.
          x: {
            time: true,
            range: (_, low, high) => [bars ? low : Math.min(low, high - SPAN_SECONDS_MIN), high],
          },
          y: { range: (_, low, high) => rangeOf(name, low, high) },
        },
        axes: [
          axis({ size: 26, values: (_, ticks) => ticks.map(clock) }),
          axis({ size: 48, values: (_, ticks) => ticks.map((tick) => compact.format(tick)) }),
        ],
        series: [
          {},
          ...names.map((label, i) => ({
            label,
            stroke: strokes[i],
            width: 1.75,
            ...(i === 1 && !bars ? { dash: [5, 4] } : {}),
            ...(bars
              ? { paths: uPlot.paths.bars({ size: [0.6, 24] }), fill: strokes[i], points: { show: false } }
              : {
                  fill: i === 0 ? `${strokes[i]}1a` : undefined,
                  points: { show: (chart) => chart.data[0].length < 30, size: 4 },
                  spanGaps: name === 'latency',
                }),
          })),
        ],
      };
    };

    const rangeOf = (name, low, high) => {
      if (name === 'flows') {
        const most = Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0), 1);
        return [low < 0 ? -most * 1.1 : 0, most * 1.1];
      }
      return [0, Math.max((high ?? 0) * 1.15, 1)];
    };

    const legendOf = (name) => {
      const legend = document.createElement('p');
      legend.className = 'legend';
      if (name === 'flows') legend.dataset.bars = '';
      legend.setAttribute('aria-hidden', 'true');
      (name === 'flows' ? ['in', 'out'] : LINES[name].names).forEach((label, i) => {
        const entry = document.createElement('span');
        entry.dataset.line = String(i + 1);
        entry.textContent = label;
        legend.append(entry);
      });
      return legend;
    };

    const draw = (element) => {
      const name = element.dataset.chart;
      charts.get(name)?.destroy();
      element.replaceChildren();
      if (element.nextElementSibling?.className !== 'legend') element.after(legendOf(name));
      const width = element.parentElement.clientWidth - 16;
      charts.set(name, new uPlot(optionsOf(name, width), dataOf(name), element));
    };

    const figure = (name, text) => {
      const element = root.querySelector(`[data-figure="${name}"]`);
      if (element !== null) element.textContent = text;
    };

    const refreshFigures = () => {
      const last = overview.samples.at(-1);
      if (last === undefined) return;
      figure('transfers', shown(last.transfers, 1));
      figure('latency', shown(overview.samples.findLast(({ p99 }) => p99 !== null)?.p99, 1));
      figure('lag', shown(last.lag, 0));
      figure('webhooks', shown(last.webhooks, 0));
      figure('supply', shown(Number(last.supply[overview.environment].in_circulation), 2));
    };

    const drawAll = () => overview !== undefined && each('[data-chart]', draw, root);

    const refresh = async () => {
      if (document.hidden) return;
      const response = await fetch(root.dataset.live, {
        credentials: 'same-origin',
        redirect: 'error',
        headers: { 'Svc-Refresh': 'true' },
      });
      if (!response.ok) return;
      const isFirst = overview === undefined;
      overview = await response.json();
      if (isFirst) drawAll();
      else for (const [name, chart] of charts) chart.setData(dataOf(name));
      refreshFigures();
    };
    const quietly = () => refresh().catch(() => undefined);

    quietly();
    setInterval(quietly, 5_000);
    dark.addEventListener('change', drawAll);
    let settling;
    addEventListener('resize', () => {
      clearTimeout(settling);
      settling = setTimeout(drawAll, 150);
    });
  }
})();
