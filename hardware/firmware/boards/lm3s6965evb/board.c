/* The LM3S6965 evaluation board: the link on UART0 (PA0, PA1), the table of the simulated radio on UART1 (PD2, PD3).
 *
 * Register numbers are those of the LM3S6965's data sheet and, for UARTs, of ARM's PL011. */
#include "board.h"

#include "bytes.h"
#include "simulated.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define SYSCTL_RIS REGISTER(0x400FE050)
#define SYSCTL_RCC REGISTER(0x400FE060)
#define SYSCTL_RCGC0 REGISTER(0x400FE100)
#define SYSCTL_RCGC1 REGISTER(0x400FE104)
#define SYSCTL_RCGC2 REGISTER(0x400FE108)
#define USER_REG0 REGISTER(0x400FE1E0) /* bytes 0 to 2 of the MAC address, programmed by the manufacturer */
#define USER_REG1 REGISTER(0x400FE1E4) /* bytes 3 to 5 */

#define FLASH_ADDRESS REGISTER(0x400FD000)
#define FLASH_DATA REGISTER(0x400FD004)
#define FLASH_CONTROL REGISTER(0x400FD008)

#define GPIO_AFSEL(port) REGISTER((port) + 0x420)
#define GPIO_DEN(port) REGISTER((port) + 0x51C)

#define UART_DATA(uart) REGISTER((uart) + 0x00)
#define UART_FLAGS(uart) REGISTER((uart) + 0x18)
#define UART_BAUD(uart) REGISTER((uart) + 0x24)
#define UART_BAUD_64THS(uart) REGISTER((uart) + 0x28)
#define UART_LINE(uart) REGISTER((uart) + 0x2C)
#define UART_CONTROL(uart) REGISTER((uart) + 0x30)
#define UART_INTERRUPTS(uart) REGISTER((uart) + 0x38)
#define UART_CLEAR(uart) REGISTER((uart) + 0x44)

#define WATCHDOG_LOAD REGISTER(0x40000000)
#define WATCHDOG_CONTROL REGISTER(0x40000008)
#define WATCHDOG_CLEAR REGISTER(0x4000000C)

#define SYSTICK_CONTROL REGISTER(0xE000E010)
#define SYSTICK_RELOAD REGISTER(0xE000E014)
#define SYSTICK_VALUE REGISTER(0xE000E018)
#define NVIC_ENABLE0 REGISTER(0xE000E100)

enum {
    GPIO_A = 0x40004000,
    GPIO_D = 0x40007000,
    UART0 = 0x4000C000,
    UART1 = 0x4000D000,
    UART_SENDING_FULL = 1 << 5,
    UART_SENDING = 1 << 3,
    UART_RECEIVED_EMPTY = 1 << 4,
    UART_8N1_FIFO = 3 << 5 | 1 << 4,
    UART_ON = 1 << 9 | 1 << 8 | 1 << 0,
    UART_RECEIVED = 1 << 4 | 1 << 6, /* FIFO level reached, or silence after a byte */
    UART_SENT = 1 << 5,
    CLOCK_HZ = 20000000,
    BAUD = 115200,
    TICK_MS = 5,
    LINE_MAX = 48,
    KEY_PAGE = 0x0003FC00, /* the last 1 KiB of the flash: a mark, then the key */
    KEY_MARK = 0x6279656B,
    KEY_WORDS = 8,
    FLASH_WRITE = 1 << 0,
    FLASH_ERASE = 1 << 1,
};

static const uint32_t FLASH_ALLOWED = 0xA4420000;

void systick_interrupt(void);
void uart0_interrupt(void);
void uart1_interrupt(void);

static struct ring *received, *sending;
static struct ring table_line;
static volatile uint32_t now_ms;
static char serial_number[] = "LM3S-000000000000";

/* 20 MHz: the 200 MHz of the PLL, fed by the 8 MHz crystal, divided by 10. */
static void start_clock(void)
{
    const uint32_t bypass = 1u << 11, use_divider = 1u << 22;
    uint32_t settings = (9u << 23) | (0xEu << 6);
    SYSCTL_RCC = settings | bypass;
    while ((SYSCTL_RIS & 1u << 6) == 0) {
    }
    SYSCTL_RCC = settings | use_divider;
    SYSTICK_RELOAD = CLOCK_HZ / 1000 * TICK_MS - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 7;
}

static void start_uart(uint32_t uart, uint32_t baud)
{
    const uint32_t divisor_64ths = (CLOCK_HZ * 4u + baud / 2) / baud;
    UART_CONTROL(uart) = 0;
    UART_BAUD(uart) = divisor_64ths / 64;
    UART_BAUD_64THS(uart) = divisor_64ths % 64;
    UART_LINE(uart) = UART_8N1_FIFO;
    UART_INTERRUPTS(uart) = UART_RECEIVED | UART_SENT;
    UART_CONTROL(uart) = UART_ON;
}

void board_start(struct ring *received_ring, struct ring *sending_ring)
{
    received = received_ring;
    sending = sending_ring;
    start_clock();
    SYSCTL_RCGC1 |= 3;            /* UART0 and UART1 */
    SYSCTL_RCGC2 |= 1 | 1 << 3;   /* ports A and D */
    (void)SYSCTL_RCGC2;           /* a clock starts some cycles after it is enabled */
    (void)SYSCTL_RCGC2;
    GPIO_AFSEL(GPIO_A) |= 3;
    GPIO_DEN(GPIO_A) |= 3;
    GPIO_AFSEL(GPIO_D) |= 3 << 2;
    GPIO_DEN(GPIO_D) |= 3 << 2;
    start_uart(UART0, BAUD);
    start_uart(UART1, BAUD);
    NVIC_ENABLE0 = 1 << 5 | 1 << 6;
}

uint32_t board_now_ms(void)
{
    return now_ms;
}

void systick_interrupt(void)
{
    now_ms += TICK_MS;
}

/* The watchdog counts down twice, a second each time, and resets the board at the second end. */
void board_alive(void)
{
    static bool on;
    if (on) {
        WATCHDOG_CLEAR = 1;
        return;
    }
    on = true;
    SYSCTL_RCGC0 |= 1 << 3;
    (void)SYSCTL_RCGC0;
    WATCHDOG_LOAD = CLOCK_HZ;
    WATCHDOG_CONTROL = 3; /* counts, and resets */
}

/* ---- the key, in flash ---- */

static void flash_do(uint32_t address, uint32_t data, uint32_t what)
{
    FLASH_ADDRESS = address;
    FLASH_DATA = data;
    FLASH_CONTROL = FLASH_ALLOWED | what;
    while ((FLASH_CONTROL & what) != 0) {
    }
}

bool board_key(uint8_t key[32])
{
    if (REGISTER(KEY_PAGE) != KEY_MARK)
        return false;
    for (unsigned i = 0; i < KEY_WORDS; i++)
        u32_to(key + 4 * i, REGISTER(KEY_PAGE + 4 + 4 * i));
    return true;
}

/* The mark is written last: a key that power has cut short is none. */
bool board_keep_key(const uint8_t key[32])
{
    flash_do(KEY_PAGE, 0, FLASH_ERASE);
    for (unsigned i = 0; i < KEY_WORDS; i++)
        flash_do(KEY_PAGE + 4 + 4 * i, u32_from(key + 4 * i), FLASH_WRITE);
    for (unsigned i = 0; i < KEY_WORDS; i++)
        if (REGISTER(KEY_PAGE + 4 + 4 * i) != u32_from(key + 4 * i))
            return false;
    flash_do(KEY_PAGE, KEY_MARK, FLASH_WRITE);
    return REGISTER(KEY_PAGE) == KEY_MARK;
}

/* ---- the link's line ---- */

static void fill_sender(void)
{
    uint8_t byte;
    while ((UART_FLAGS(UART0) & UART_SENDING_FULL) == 0 && ring_take(sending, &byte))
        UART_DATA(UART0) = byte;
}

/* A byte that arrives while the ring is full is lost with its frame, which the host repeats. */
static void empty_receiver(uint32_t uart, struct ring *ring)
{
    while ((UART_FLAGS(uart) & UART_RECEIVED_EMPTY) == 0)
        ring_put(ring, (uint8_t)UART_DATA(uart));
}

void uart0_interrupt(void)
{
    UART_CLEAR(UART0) = UART_RECEIVED | UART_SENT;
    empty_receiver(UART0, received);
    fill_sender();
}

void board_send(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    fill_sender();
    __asm__ volatile("cpsie i" ::: "memory");
}

bool board_has_speed(uint32_t baud)
{
    return baud == 115200 || baud == 230400 || baud == 460800 || baud == 921600;
}

void board_set_speed(uint32_t baud)
{
    static uint32_t set_to;
    if (baud == set_to)
        return;
    set_to = baud;
    while ((UART_FLAGS(UART0) & UART_SENDING) != 0) {
    }
    start_uart(UART0, baud == 0 ? BAUD : baud);
}

/* With interrupts masked, a byte that arrives after the check still ends the WFI and is handled afterwards. */
void board_sleep(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
    if (received->put == received->taken && table_line.put == table_line.taken)
        __asm__ volatile("wfi" ::: "memory");
    __asm__ volatile("cpsie i" ::: "memory");
}

/* ---- the table of the simulated radio ---- */

void uart1_interrupt(void)
{
    UART_CLEAR(UART1) = UART_RECEIVED | UART_SENT;
    empty_receiver(UART1, &table_line);
}

static void answer(const char *text)
{
    for (; *text != '\0'; text++) {
        while ((UART_FLAGS(UART1) & UART_SENDING_FULL) != 0) {
        }
        UART_DATA(UART1) = (uint8_t)*text;
    }
}

void board_run(void)
{
    static char line[LINE_MAX];
    static unsigned length;
    uint8_t byte;
    while (ring_take(&table_line, &byte)) {
        if (byte != '\n') {
            if (length < LINE_MAX)
                line[length++] = (char)byte;
            continue;
        }
        if (length < LINE_MAX) {
            line[length] = '\0';
            answer(simulated_obey(line) ? "ok\n" : "not understood\n");
        } else {
            answer("too long\n");
        }
        length = 0;
    }
}

/* ---- identity ---- */

uint32_t board_seed(void)
{
    return SYSTICK_VALUE;
}

const char *board_serial_number(void)
{
    const uint32_t halves[] = {USER_REG0, USER_REG1};
    for (unsigned i = 0; i < 6; i++) {
        uint32_t byte = halves[i / 3] >> 8 * (i % 3);
        serial_number[5 + 2 * i] = "0123456789ABCDEF"[byte >> 4 & 15];
        serial_number[6 + 2 * i] = "0123456789ABCDEF"[byte & 15];
    }
    return serial_number;
}

const uint8_t *board_image(uint32_t *bytes)
{
    extern const uint8_t image_begin[], image_end[];
    *bytes = (uint32_t)(image_end - image_begin);
    return image_begin;
}
