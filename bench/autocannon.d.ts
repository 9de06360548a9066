/** The part of the load generator that we use; it comes without types. */
declare module 'autocannon' {
  export interface LoadOptions {
    url: string
    connections: number
    /** Seconds; or a number of requests. */
    duration?: number
    amount?: number
    method?: string
    body?: string
    headers?: Record<string, string>
    requests?: { method?: string; path?: string; setupRequest?: (request: LoadRequest) => LoadRequest }[]
  }
  export interface LoadRequest {
    method: string
    path: string
  }
  export interface LoadResult {
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number }
    errors: number
    non2xx: number
  }
  export default function autocannon(options: LoadOptions): Promise<LoadResult>
}
