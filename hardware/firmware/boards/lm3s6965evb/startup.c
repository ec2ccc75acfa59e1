/* From reset to main: the vector table, initialised data, zeroed data. */
#include <stddef.h>
#include <stdint.h>

extern uint32_t data_in_flash[], data_begin[], data_end[], zero_begin[], zero_end[];

int main(void);
void systick_interrupt(void);
void uart0_interrupt(void);
void uart1_interrupt(void);

void reset(void);
void stop(void);
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

typedef void (*handler)(void);

/* Vector numbers as in the processor's manual, less the stack's. */
enum { RESET, NMI, HARD_FAULT, MEMORY_FAULT, BUS_FAULT, USAGE_FAULT, SYSTICK = 14, UART0 = 15 + 5, UART1 = 15 + 6 };

/* The linker script puts the first word, the top of the stack, before them. */
__attribute__((section(".vectors"), used)) static const handler vectors[UART1 + 1] = {
    [RESET] = reset,
    [NMI] = stop,
    [HARD_FAULT] = stop,
    [MEMORY_FAULT] = stop,
    [BUS_FAULT] = stop,
    [USAGE_FAULT] = stop,
    [SYSTICK] = systick_interrupt,
    [UART0] = uart0_interrupt,
    [UART1] = uart1_interrupt,
};

void reset(void)
{
    const uint32_t *from = data_in_flash;
    for (uint32_t *to = data_begin; to < data_end; to++)
        *to = *from++;
    for (uint32_t *to = zero_begin; to < zero_end; to++)
        *to = 0;
    main();
    stop();
}

/* A processor fault: restart; the link recovers. */
void stop(void)
{
    volatile uint32_t *const reset_control = (volatile uint32_t *)0xE000ED0C;
    *reset_control = 0x05FA0004;
    for (;;) {
    }
}

/* The compiler calls these to copy structures. */
void *memcpy(void *to, const void *from, size_t bytes)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    while (bytes-- > 0)
        *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    uint8_t *out = to;
    while (bytes-- > 0)
        *out++ = (uint8_t)value;
    return to;
}
