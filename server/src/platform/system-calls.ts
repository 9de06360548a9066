/**
 * What programs in the sandbox may not ask of the kernel, as the program of a filter (seccomp): new namespaces, mounts, keys of
 * the kernel, memory that belongs to no process, sockets that know no network namespace, and the doors that holes were found in.
 */

/** Null for a processor whose numbers are not known here. */
export function systemCallFilter(processor: string): Buffer | null {
  const column = processor === 'x64' ? 0 : processor === 'arm64' ? 1 : null
  if (column === null) return null
  const filter = [
    load(ARCHITECTURE),
    ...unlessEqual(ARCHITECTURES[column], [end(KILL)]),
    load(NUMBER),
    // The second table of numbers of x64 would go around this one.
    ...(column === 0 ? [jump(AT_LEAST, 0x4000_0000, 0, 1), end(failing(EPERM))] : []),
    ...REFUSED.flatMap((numbers) => ifEqual(numbers[column], [end(failing(EPERM))])),
    // The libraries then use `clone`, whose flags can be seen here.
    ...ifEqual(CLONE3[column], [end(failing(ENOSYS))]),
    ...ifEqual(CLONE[column], [load(argument(0)), jump(HAS_BITS, NEW_NAMESPACES, 0, 1), end(failing(EPERM))]),
    load(NUMBER),
    ...ifEqual(IOCTL[column], [
      load(argument(1)),
      ...TERMINAL_INPUT.flatMap((request) => ifEqual(request, [end(failing(EPERM))])),
    ]),
    load(NUMBER),
    ...ifEqual(SOCKET[column], [
      load(argument(0)),
      ...SOCKET_FAMILIES.flatMap((family) => ifEqual(family, [end(ALLOW)])),
      end(failing(EAFNOSUPPORT)),
    ]),
    end(ALLOW),
  ]
  return Buffer.concat(filter)
}

type Numbers = readonly [x64: number, arm64: number]

const REFUSED: readonly Numbers[] = [
  // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd
  [101, 117],
  [310, 270],
  [311, 271],
  [438, 438],
  // mount, umount2, pivot_root, chroot
  [165, 40],
  [166, 39],
  [155, 41],
  [161, 51],
  // the newer mounts
  [428, 428],
  [429, 429],
  [430, 430],
  [431, 431],
  [432, 432],
  [433, 433],
  [442, 442],
  [467, 467],
  // unshare, setns
  [272, 97],
  [308, 268],
  // add_key, request_key, keyctl
  [248, 217],
  [249, 218],
  [250, 219],
  // memfd_create, memfd_secret, shmget, msgget
  [319, 279],
  [447, 447],
  [29, 194],
  [68, 186],
  // bpf, perf_event_open, userfaultfd
  [321, 280],
  [298, 241],
  [323, 282],
  // io_uring
  [425, 425],
  [426, 426],
  [427, 427],
  // name_to_handle_at, open_by_handle_at
  [303, 264],
  [304, 265],
  // another kernel, modules
  [246, 104],
  [320, 294],
  [175, 105],
  [313, 273],
  [176, 106],
  // swap, reboot, acct, syslog, quotactl, quotactl_fd
  [167, 224],
  [168, 225],
  [169, 142],
  [163, 89],
  [103, 116],
  [179, 60],
  [443, 443],
  // the time of the machine
  [164, 170],
  [227, 112],
  [159, 171],
  [305, 266],
]
const CLONE: Numbers = [56, 220]
const CLONE3: Numbers = [435, 435]
const IOCTL: Numbers = [16, 29]
const SOCKET: Numbers = [41, 198]

const NEW_NAMESPACES = 0x7e02_0000
/** TIOCSTI and TIOCLINUX type in the place of a person. */
const TERMINAL_INPUT = [0x5412, 0x541c]
/** Unix, IPv4, IPv6, netlink: those end at the network of the sandbox. */
const SOCKET_FAMILIES = [1, 2, 10, 16]

const ARCHITECTURES: Numbers = [0xc000_003e, 0xc000_00b7]
const NUMBER = 0
const ARCHITECTURE = 4
const argument = (index: number) => 16 + 8 * index

const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97
const ALLOW = 0x7fff_0000
const KILL = 0x8000_0000
const failing = (code: number) => 0x0005_0000 + code

const EQUAL = 0x15
const AT_LEAST = 0x35
const HAS_BITS = 0x45

const load = (offset: number) => instruction(0x20, 0, 0, offset)
const end = (value: number) => instruction(0x06, 0, 0, value)
/** How many instructions are passed over when it is so, and when it is not. */
const jump = (test: number, value: number, ifSo: number, ifNot: number) =>
  instruction(test, ifSo, ifNot, value)
const ifEqual = (value: number, then: Buffer[]) => [jump(EQUAL, value, 0, then.length), ...then]
const unlessEqual = (value: number, then: Buffer[]) => [jump(EQUAL, value, then.length, 0), ...then]

function instruction(code: number, ifSo: number, ifNot: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifSo, 2)
  bytes.writeUInt8(ifNot, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
