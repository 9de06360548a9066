import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  request(operation: string, status: number, seconds: number): void
  job(name: string, outcome: string, seconds: number): void
  /** A count of a part's own; the function adds one. */
  counter(name: string, help: string, labels: string[]): (labels: Record<string, string>, by?: number) => void
  /** A spread of seconds of a part's own. */
  histogram(name: string, help: string, buckets: number[]): (seconds: number) => void
  /** A number that is read when somebody asks for the metrics. */
  watch(name: string, help: string, labels: string[], read: () => Promise<Reading[]>): void
}

export interface Reading {
  labels: Record<string, string>
  value: number
}

/** Prometheus metrics of one server; each server has its own registry, so tests can run several. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'atrium_http_requests_total',
    help: 'Answered requests',
    labelNames: ['operation', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'atrium_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const jobs = new Histogram({
    name: 'atrium_job_seconds',
    help: 'Runs of background jobs by outcome',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 300],
    registers,
  })
  return {
    registry,
    request(operation, status, seconds) {
      requests.inc({ operation, status })
      latency.observe({ operation }, seconds)
    },
    job: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    counter(name, help, labelNames) {
      const counter = new Counter({ name, help, labelNames, registers })
      return (labels, by = 1) => counter.inc(labels, by)
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets, registers })
      return (seconds) => histogram.observe(seconds)
    },
    watch(name, help, labelNames, read) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset()
          for (const { labels, value } of await read()) this.set(labels, value)
        },
      })
    },
  }
}
